/**
 * `npm run audit`: asks the registry for known vulnerabilities of the libraries that ship. Exit code
 * 1 if one is rated high or worse, 75 if the registry does not answer.
 */
import { root } from './paths.ts';
import { run } from './processes.ts';

/** The error of npm if the registry does not answer. */
const unanswered = /audit endpoint returned an error|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/;
const NOT_RUN = 75;

const npm = process.env.npm_execpath;
const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
const { code, output } = await run(
  program,
  [...first, 'audit', '--omit=dev', '--audit-level=high', '--loglevel=warn'],
  {
    cwd: root,
    timeoutMs: 60_000,
  },
);
if (code !== 0 && unanswered.test(output)) {
  console.log('Dependencies were not audited: the registry does not answer that here.');
  process.exitCode = NOT_RUN;
} else {
  console.log(output.trimEnd());
  process.exitCode = code === 0 ? 0 : 1;
}
