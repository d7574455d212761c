import assert from 'node:assert/strict';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { acknowledgedOf } from '../../../src/stats/rowFacts.ts';
import { rowTooltip, tooltipFor } from '../../../src/views/tooltips.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

/** @param source the JSON of a row. */
const projectOf = (source: string) =>
  PROJECTS.decode(parseJson(new TextEncoder().encode(`{"results":[${source}]}`))).rows[0]!;
/** @param source a row, or its JSON. */
const ofProject = (source: object | string) =>
  tooltipFor(projectOf(typeof source === 'string' ? source : JSON.stringify(source))).value;
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at + 1}`, at]));

describe('rowTooltip', () => {
  const makeFolder = temporaryFolders();

  it('shows the counts of a project that are known, or that they are not read yet, and what was acknowledged, without a request', async () => {
    const service = new StatsService();
    const { connection, close, reader } = statsWindow(makeFolder(), new FakeClock(), service);
    const source = { id: 1, transferable: true, status: 'failed' };
    const [row] = PROJECTS.decode({ results: [source] }).rows;
    const said = (current?: typeof connection) =>
      rowTooltip(row!, undefined, { current }).value.replaceAll('\\', '');
    assert.match(said(connection), /Counts: not read yet\n\nNeeds attention: Status failed\n/);
    assert.deepEqual(service.requested, []);
    const read = reader.read('t/1', { urgency: 'user', signal: connection.ended, maxAgeMs: 0 });
    await service.respond();
    await read;
    assert.match(said(connection), /11% · 1 of 9 confirmed, as of .+\n\nNeeds attention/);
    acknowledgedOf(connection).set(new Map([[row!.key, { isAlarm: true }]]));
    assert.match(said(connection), /\n\nAcknowledged: Status failed\n/);
    assert.doesNotMatch(said(), /confirmed/, 'signed out');
    await close();
  });
});

describe('tooltipFor', () => {
  const cases: readonly (readonly [string, object | string, string])[] = [
    [
      'lists all members of a row, with readable labels',
      {
        ...{ name: 'Harbor Lights', description: 'By the sea', id: 12, symbol: 'HRB' },
        ...{ transferable: true, frozen: false, mintAddress: 'MintA', own: 'x' },
      },
      '**Harbor Lights**\n\n*Mint address*  MintA\n\nBy the sea\n\n' +
        '*ID*  12 · transferable\n\n*Symbol*  HRB\n\n*frozen*  no\n\n*own*  x\n\n',
    ],
    [
      'leaves empty members out, and shows name and description only if they are text',
      { name: 5, description: { a: 1 }, id: 1, symbol: ' ', uri: null, list: [], own: {} },
      '**5**\n\n*ID*  1\n\n',
    ],
    [
      'shows numbers with all digits',
      '{"id":123456789012345678901234567890,"own":[123456789012345678901234567890]}',
      '*ID*  123456789012345678901234567890\n\n' +
        '*own*  \n```json\n[ "123456789012345678901234567890" ]\n```\n',
    ],
    [
      'makes no links and no markup of texts',
      {
        ...{ name: '1. see www.a.example, me@c.example &lt;|' },
        ...{ uri: 'https://a.example/`x`', own: '[x](command:y)' },
      },
      '**1\\. see www\\.a\\.example\\, me\\@c\\.example \\&lt\\;\\|**\n\n' +
        '*Metadata*  `https://a.example/ˋxˋ`\n\n*own*  \\[x\\]\\(command\\:y\\)\n\n',
    ],
    [
      'shows nested values as JSON, with simple lists on one line',
      { attributes: [1, true, null, 'a'], own: { a: { b: 1 }, c: 'x\ny' } },
      '*Attributes*  \n```json\n[ 1, true, null, "a" ]\n```\n' +
        '*own*  \n```json\n{\n  "a": {\n    "b": 1\n  },\n  "c": "x y"\n}\n```\n',
    ],
  ];
  it('a tooltip has the members of a row as text', () => {
    for (const [name, source, expected] of cases) {
      assert.equal(ofProject(source), expected, name);
    }
  });

  it('shows the change of a row first in its tooltip, then the progress', () => {
    const row = projectOf('{"name":"H","status":"a*b","symbol":"L"}');
    const rest = '*Symbol*  L\n\n';
    assert.equal(
      tooltipFor(row, { kind: 'changed', was: { name: 'H', status: 'pending' } }).value,
      `**H** · *Status*  a\\*b\n\n*Changed*  → a\\*b \\(was pending\\)\n\n${rest}`,
    );
    const { value } = tooltipFor(row, { kind: 'new' }, ['50%', 'Needs attention: <b>']);
    const progress = '50\\%\n\nNeeds attention\\: \\<b\\>\n\n';
    assert.equal(value, `**H** · *Status*  a\\*b\n\n*New*\n\n${progress}${rest}`);
  });

  it('reads and shows only a part of the JSON of a row of megabytes', () => {
    let read = 0;
    const counted = (values: object) =>
      new Proxy(values, {
        get: (target, name, receiver) => {
          read++;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
    const thousand = (value: unknown) => counted(Array(1000).fill(value));
    const own = thousand(thousand(thousand('x')));
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, own]));
    const { value } = tooltipFor({ source: { own, members: counted(members) } } as never);
    assert.ok(value.length < 5000);
    assert.match(value, /\n…\n```\n/, 'there is more');
    assert.ok(read < 5000, `${read} were read`);
  });

  it('shows forty members, and how many more there are', () => {
    const forty = ofProject(many(40));
    assert.match(forty, /\*m40\*/);
    assert.doesNotMatch(forty, /not shown/);
    const more = ofProject(many(42));
    assert.doesNotMatch(more, /\*m41\*/);
    assert.match(more, /2 more values are not shown here\.$/);
  });
});
