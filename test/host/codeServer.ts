import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Installation } from './codeServerInstall.ts';
import { temporaryFolder } from './paths.ts';
import { mustRun, type Service, startService } from './processes.ts';

/** Settings without what VS Code asks or shows at its first start. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  // The editor would offer to open the port of the sample service in the browser.
  'remote.autoForwardPorts': false,
};

/** Guards against a hang; a server starts in two seconds on a quiet machine. */
const STARTS_WITHIN_MS = 300_000;

export interface Server extends Service {
  /** For example `http://127.0.0.1:41234`, without a slash at the end. */
  readonly address: string;
  readonly settingsFile: string;
}

export interface WrapperOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Variables for the server and the extension host, on top of those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly port?: number | undefined;
  /** Folder of installed extensions, as made by `installVsix`. */
  readonly extensionsDir: string;
  /** Whether the editor asks if the folder is trusted, as on the desktop; false if left out. */
  readonly workspaceTrust?: boolean;
}

/**
 * Starts the plain VS Code server, for tests inside the extension host. It stores secrets in memory
 * only, and its smoke test driver lets the page name an extension and tests to run.
 * @param env variables for the server and the extension host, on top of those of this process.
 */
export async function startPlainServer(
  installation: Installation,
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const data = temporaryFolder('server');
  // The plain server keeps user data below `data`.
  const settingsFile = await writeSettings(join(data, 'data'), {
    'security.workspace.trust.enabled': false,
  });
  const service = startService(
    installation.node,
    [
      installation.server,
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token'],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      ...['--server-data-dir', data, '--extensions-dir', join(data, 'extensions')],
      '--enable-smoke-test-driver',
    ],
    { env: environment(env) },
  );
  const [, port] = await service.says(/Extension host agent listening on (\d+)/, STARTS_WITHIN_MS);
  return { ...service, address: `http://127.0.0.1:${port!}`, settingsFile };
}

/**
 * Starts code-server's own program, for tests as a user: extensions are installed from a .vsix, and
 * secrets stay after a reload.
 */
export async function startWrapper(
  installation: Installation,
  options: WrapperOptions,
): Promise<Server> {
  const data = temporaryFolder('wrapper');
  const settingsFile = await writeSettings(data, options.settings);
  const service = startService(
    installation.node,
    [
      ...wrapperArguments(installation, data, options.extensionsDir),
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${options.port ?? 0}`],
      ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
      ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ],
    { env: environment(options.env) },
  );
  const [, address] = await service.says(
    /listening on (http:\/\/127\.0\.0\.1:\d+)/,
    STARTS_WITHIN_MS,
  );
  return { ...service, address: address!, settingsFile };
}

/** Installs one .vsix or more into a new extensions folder, which `startWrapper` takes. */
export async function installVsix(
  installation: Installation,
  ...vsix: readonly string[]
): Promise<string> {
  const extensionsDir = temporaryFolder('extensions');
  await mustRun(
    `Installing ${vsix.join()} into code-server`,
    installation.node,
    [
      ...wrapperArguments(installation, temporaryFolder('install'), extensionsDir),
      ...vsix.flatMap((file) => ['--install-extension', file]),
      '--force',
    ],
    { env: environment(), timeoutMs: 600_000 },
  );
  return extensionsDir;
}

export async function portIfFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(undefined);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

/** The arguments of every call of the wrapper. Without `--config`, it would read the user's file. */
function wrapperArguments(
  installation: Installation,
  data: string,
  extensionsDir: string,
): string[] {
  return [
    installation.wrapper,
    ...['--config', join(data, 'config.yaml')],
    ...['--user-data-dir', data, '--extensions-dir', extensionsDir],
  ];
}

async function writeSettings(
  data: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const file = join(data, 'User', 'settings.json');
  await mkdir(join(data, 'User'), { recursive: true });
  await writeFile(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  return file;
}

/**
 * The environment without variables that would affect the server: `PORT`, those of code-server, and
 * those of an editor in whose terminal this may run.
 */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const foreign = /^(PORT$|PASSWORD$|CODE_SERVER_|CS_|VSCODE_|ELECTRON_|NODE_OPTIONS$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // No marketplace, so that neither tests nor `npm start` request extensions from the network.
  return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: '{}', ...more };
}
