import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatRef } from '../../../src/core/model/model.ts';
import {
  describeId,
  describeRef,
  otherKind,
  parseProjectQuery,
  parseProjectRef,
  projectOfLink,
  titleWithId,
  unseenProject,
} from '../../../src/core/model/projectRef.ts';
import { project } from '../../support/projects.ts';

/** The meaning of `text`: references as `t/12`, or else its kind. */
function read(text: string): string {
  const query = parseProjectQuery(text);
  if (query.kind === 'refs') return query.refs.map(formatRef).join(' ');
  return query.kind === 'bad' ? query.sentence : query.kind;
}

describe('Text of a project lookup', () => {
  const cases: Readonly<Record<string, string>> = {
    't/12': 't/12',
    'n/12': 'n/12',
    ' T / 12 ': 't/12',
    'N/012': 'n/12',
    't/0': 't/0',
    't/000': 't/0',
    '12': 't/12 n/12',
    ' 007 ': 't/7 n/7',
    't/9007199254740993': 't/9007199254740993',
    '123456789012345678901234567890':
      't/123456789012345678901234567890 n/123456789012345678901234567890',
    '': 'words',
    harbor: 'words',
    'Harbor Lights': 'words',
    '12a': 'words',
    '-5': 'words',
    '1.5': 'words',
    '1e3': 'words',
    '１２': 'words',
    t: 'words',
    t12: 'words',
    'tt/12': 'words',
    'and/or': 'words',
    '/12': 'words',
    'https://example.com/12': 'words',
  };
  for (const [text, meaning] of Object.entries(cases)) {
    it(`reads “${text}” as ${meaning}`, () => {
      assert.equal(read(text), meaning);
    });
  }

  it('names an unknown kind letter together with the valid ones', () => {
    assert.equal(
      read('x/12'),
      '“x/” is no kind of project. Type t/ for transferable or n/ for non-transferable.',
    );
  });

  it('asks for an id after a kind letter without digits', () => {
    for (const text of ['t/', 't/abc', 't/1.5', 't/-1', 't/12/stats', 't/12 n/13', 't/%31']) {
      assert.equal(read(text), 'After t/ comes the project’s id in digits, as in t/12.', text);
    }
    assert.match(read('N/'), /After n\/ .* n\/12\./);
  });
});

describe('Project in a link or a stored panel', () => {
  it('parses a reference to its kind and id', () => {
    assert.deepEqual(parseProjectRef('t/12'), { kind: 't', id: '12' });
    assert.deepEqual(parseProjectRef('n/007'), { kind: 'n', id: '7' });
  });

  it('a reference gives the other kind, and a row that is not loaded', () => {
    for (const kind of ['t', 'n'] as const) {
      const other = otherKind({ kind, id: '7' });
      assert.deepEqual(other, { kind: kind === 't' ? 'n' : 't', id: '7' });
      assert.equal(unseenProject(other).transferable, kind === 'n');
    }
  });

  it('rejects a malformed reference', () => {
    for (const text of ['12', '', 't/', 'x/12', 't/12/stats', 't/..', 't/%2e%2e', 'harbor']) {
      assert.equal(parseProjectRef(text), undefined, text);
    }
  });

  it('reads a project from a link only if its path has exactly the form /projects/kind/id', () => {
    assert.deepEqual(projectOfLink('/projects/t/7012'), { kind: 't', id: '7012' });
    assert.deepEqual(projectOfLink('/projects/n/0007'), { kind: 'n', id: '7' });
    for (const path of [
      ...['', '/', '/projects', '/projects/7012', '/projects/t/', '/projects/x/1', 'projects/t/1'],
      ...[
        '/projects/T/1',
        '/projects/t/1/',
        '/projects/t/1/stats',
        '/projects/t/1?x',
        '/x/projects/t/1',
      ],
      ...['/projects/t/-1', '/projects/t/1.5', '/projects/t/%31', `/projects/t/${'1'.repeat(41)}`],
      ...['/projects/t/1\n', '/Projects/t/1', '//projects/t/1'],
    ]) {
      assert.equal(projectOfLink(path), undefined, path);
    }
  });
});

describe('Reference in words', () => {
  it('describes a project by its id and its kind', () => {
    assert.equal(describeRef({ kind: 't', id: '12' }), '12 · transferable');
    assert.equal(describeRef({ kind: 'n', id: '12' }), '12 · non-transferable');
  });

  it('describes a project by its id alone if the kind is not known, and by nothing without an id', () => {
    assert.equal(describeId(project('12', { transferable: true })), '12 · transferable');
    assert.equal(describeId(project('12')), '12');
    assert.equal(describeId(project(undefined)), undefined);
  });

  it('shows the id behind a name that is written from right to left', () => {
    assert.equal(titleWithId('Harbor', '12 · transferable'), 'Harbor (12 · transferable)');
    for (const name of ['נמל', 'مرفأ', 'Lamp ﷼']) {
      assert.equal(titleWithId(name, '12'), `${name}\u200e (12)`);
    }
  });
});
