import { mustRun, type RunOptions } from './processes.ts';

/**
 * Runs npm to its end, on this Node. In an npm script, the environment names the file of npm;
 * otherwise `npm` is taken from the PATH.
 */
export async function npm(
  what: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const cli = process.env.npm_execpath;
  const environment = { ...options, env: withoutOuterScript(options.env ?? process.env) };
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli)) {
    await mustRun(what, process.execPath, [cli, ...args], environment);
  } else {
    await mustRun(what, process.platform === 'win32' ? 'npm.cmd' : 'npm', args, environment);
  }
}

/** The environment without the variables of an outer `npm run`. */
function withoutOuterScript(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const outer = /^npm_(package|lifecycle|command|config_(local_)?prefix|config_global)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}
