import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { type MinimalService, TOKEN } from '../support/minimalService.ts';
import { keepSignIn } from '../support/signIns.ts';
import { windows } from '../support/windows.ts';
import { fault } from './support/matrix.ts';
import { rows, outcome } from './support/openers.ts';

const ODD = 'A token has no spaces, line breaks or accented letters. Copy it again.';
const STORAGE = 'The editor’s secret storage does not work (no keyring was found).';

/** A token that is refused or must not be sent, and a secret storage that fails, in a window. */
describe('Auth', () => {
  const the = windows();
  /** The requests with a token; the address is checked without one. */
  const withToken = ({ requests }: MinimalService) =>
    requests.filter(({ headers }) => headers.authorization).length;

  fault('401 at start and after Refresh, with both lists open: one prompt', async () => {
    const service = await the.service(rows(1));
    service.setToken('another');
    const window = await the.signedIn(service);
    window.collections.show();
    const refused =
      '0 rows | Sign In… –  | The service refused this token. Sign in again with a token that is valid.';
    await eventually(() => [window.projects.sees, window.collections.sees], [refused, refused]);
    await window.run('projects.refresh');
    const prompts = window.desk.shown.filter(({ kind }) => kind === 'warning');
    assert.deepEqual(
      prompts.map(({ text }) => text),
      [`${service.host} refused your token. What is shown stays, but is not kept up to date.`],
    );
    return outcome(window.projects.sees, service.requests.length, { sees: refused, requests: 3 });
  });

  fault('SecretStorage that throws, then works: Retry finds the sign-in', async () => {
    const service = await the.service(rows(1));
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

  fault(
    'a token that is odd is not sent, one that cannot be stored is used in this window, and no message or log contains it',
    async () => {
      const secrets = new FakeSecrets();
      secrets.store = (_, value) => Promise.reject(new Error(`cannot write ${value}`));
      const service = await the.service(rows(1));
      const window = await the.window({ secrets });
      const { desk } = window;
      const done = window.run('signIn');
      await eventually(() => desk.box?.title, 'Sign in to your NFT service');
      desk.box!.enter(service.address);
      await eventually(() => desk.box?.password, true);
      const box = desk.box!;
      box.enter(`${TOKEN}\r\nx-admin: yes`);
      await eventually(() => box.validationMessage, ODD);
      assert.equal(withToken(service), 0);
      const token = 'secret"canary';
      service.setToken(token);
      box.enter(token);
      await done;
      await window.run('showLog');
      assert.doesNotMatch(JSON.stringify([desk.shown, desk.log]), /canary/);
      const shown = desk.shown.splice(0).map(({ text }) => text);
      return outcome(
        shown.join().replace(/cannot write .*\)/, 'cannot write …)'),
        withToken(service),
        {
          sees: `Signed in to ${service.host} (this window only). The token cannot be stored, so sign in again after a reload. The editor’s secret storage does not work (cannot write …).`,
          requests: 1,
        },
      );
    },
  );

  fault(
    'SecretStorage that throws at sign-out: the sign-in ends, and its token is said to be still stored',
    async () => {
      const service = await the.service(rows(1));
      const secrets = new FakeSecrets();
      const window = await the.signedIn(service, { secrets });
      await eventually(() => window.projects.sees, '1 | 1 row');
      secrets.delete = () => Promise.reject(new Error('no keyring was found'));
      await window.run('signOut');
      await eventually(() => window.projects.sees, '0 rows');
      const shown = window.desk.shown.splice(0);
      return outcome(shown.map(({ text }) => text).join(), withToken(service), {
        sees: `Mintscope: The sign-in has ended, but its token is still stored. ${STORAGE}`,
        requests: 1,
      });
    },
  );
});
