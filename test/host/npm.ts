import { mustRun, type RunOptions } from './processes.ts';

/**
 * Runs npm to its end, on this Node. Inside an npm script the environment names npm's own file;
 * called bare, `npm` is taken from the PATH.
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

/** The environment without what an outer `npm run` says about its own package. */
function withoutOuterScript(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const outer = /^npm_(package|lifecycle|command|config_(local_)?prefix|config_global)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}
