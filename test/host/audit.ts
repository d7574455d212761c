/**
 * `npm run audit`: asks the registry for known vulnerabilities of the libraries that ship. Exit code
 * 1 if one is rated high or worse, 75 if the registry does not answer.
 */
import { npm } from './npm.ts';
import { root } from './paths.ts';

const unanswered = /audit endpoint returned an error|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/;
const NOT_RUN = 75;

try {
  const audit = ['audit', '--omit=dev', '--audit-level=high', '--loglevel=warn'];
  await npm('The audit', audit, { cwd: root, timeoutMs: 60_000 });
} catch (error) {
  const { message } = error as Error;
  const isAnswered = !unanswered.test(message);
  const why = 'Dependencies were not audited: the registry does not answer that here.';
  console.log(isAnswered ? message : why);
  process.exitCode = isAnswered ? 1 : NOT_RUN;
}
