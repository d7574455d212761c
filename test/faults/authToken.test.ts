import assert from 'node:assert/strict';
import { type MinimalService, TOKEN } from '../support/minimalService.ts';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { eventually } from '../support/eventually.ts';
import { keepSignIn } from '../support/signIns.ts';
import { windows } from '../support/windows.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

/** The requests with a token; the address is checked without one. */
const withToken = ({ requests }: MinimalService) =>
  requests.filter(({ headers }) => headers.authorization).length;

const ODD = 'A token has no spaces, line breaks or accented letters. Copy it again.';
const STORAGE = 'The editor’s secret storage does not work (no keyring was found).';

/** Tokens that must not be sent, and a secret storage that fails. */
describe('Auth', () => {
  const the = windows();
  const open = openers();

  /** A window whose sign-in has come to the step that asks for the token. */
  const signingIn = async (secrets = new FakeSecrets()) => {
    const service = await open.service();
    const window = await the.window({ secrets });
    const { desk } = window;
    const done = window.run('signIn');
    await eventually(() => desk.box?.title, 'Sign in to your NFT service');
    desk.box!.enter(service.address);
    await eventually(() => desk.box?.password, true);
    return { service, window, desk, box: desk.box!, secrets, done };
  };

  fault('a token with line breaks: it is not sent', async () => {
    const { service, box, secrets, done } = await signingIn();
    box.enter(`${TOKEN}\r\nx-admin: yes`);
    await eventually(() => box.validationMessage, ODD);
    assert.deepEqual(await secrets.keys(), []);
    box.hide();
    await done;
    return outcome(ODD, withToken(service), { sees: ODD, requests: 0 });
  });

  fault('SecretStorage that throws, then works: Retry finds the sign-in', async () => {
    const service = await open.service();
    const secrets = new FakeSecrets();
    await keepSignIn(secrets, { address: service.address, token: TOKEN });
    const keys = secrets.keys.bind(secrets);
    secrets.keys = () => Promise.reject(new Error('no keyring was found'));
    const window = await the.window({ secrets });
    window.projects.show();
    const sees = `0 rows | Retry –  | ${STORAGE} Until it works, you are signed out here. The log says more.`;
    await eventually(() => window.projects.sees, sees);
    assert.equal(withToken(service), 0);
    await window.run('projects.refresh');
    assert.deepEqual(
      window.desk.shown.splice(0).map(({ kind, text }) => `${kind}: ${text}`),
      [`error: Mintscope: ${STORAGE}`],
    );
    secrets.keys = keys;
    await window.run('projects.refresh');
    await eventually(() => window.projects.sees, '1 | 1 row');
    return outcome(sees, withToken(service), { sees, requests: 1 });
  });

  fault('SecretStorage that throws at sign-in: no message contains the token', async () => {
    const secrets = new FakeSecrets();
    secrets.store = (_, value) => Promise.reject(new Error(`cannot write ${value}`));
    const { service, window, desk, box, done } = await signingIn(secrets);
    const token = 'secret"canary';
    service.setToken(token);
    box.enter(token);
    await done;
    await window.run('showLog');
    assert.doesNotMatch(JSON.stringify([desk.shown, desk.log]), /canary/);
    const [shown, ...others] = desk.shown.splice(0).map(({ text }) => text);
    assert.deepEqual(others, []);
    assert.match(
      shown ?? '',
      /^Mintscope: The editor’s secret storage does not work \(cannot write /,
    );
    window.projects.show();
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    return outcome(
      (shown ?? '').replace(/cannot write .*\)/, 'cannot write …)'),
      withToken(service),
      {
        sees: 'Mintscope: The editor’s secret storage does not work (cannot write …).',
        requests: 1,
      },
    );
  });

  fault('SecretStorage that throws at sign-out: success is not reported', async () => {
    const service = await open.service();
    const secrets = new FakeSecrets();
    const window = await the.window({
      secrets,
      signIn: { address: service.address, token: TOKEN },
    });
    window.projects.show();
    await eventually(() => window.projects.sees, '1 | 1 row');
    secrets.delete = () => Promise.reject(new Error('no keyring was found'));
    await window.run('signOut');
    assert.equal(window.projects.sees, '1 | 1 row');
    const shown = window.desk.shown.splice(0);
    return outcome(shown.map(({ text }) => text).join(), withToken(service), {
      sees: `Mintscope: ${STORAGE}`,
      requests: 1,
    });
  });
});
