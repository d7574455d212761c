import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';

const windows = process.platform === 'win32';

/**
 * The running child processes, with the signal that they get when this process ends. Servers are
 * killed; our own programs are terminated, so that they can end what they have started.
 */
const running = new Map<ChildProcess, 'SIGKILL' | 'SIGTERM'>();

process.once('exit', () => {
  for (const [child, signal] of running) killTree(child, signal);
});

/**
 * Ends this process and its children on a signal. In an npm script, also when the parent ends,
 * because a signal to npm only ends the shell in between.
 */
export function stopOnSignals(exitCode?: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(exitCode ?? 128 + constants.signals[signal]));
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(exitCode ?? 1);
  }, 500).unref();
}

export interface Service {
  /** Resolves with the first match of the pattern in its output; rejects if it ends first. */
  says(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** The last lines of its output, for error messages. */
  tail(): string;
  readonly ended: Promise<void>;
  /** Ends the process and its descendants, and resolves when it is gone. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a process in a group of its own, so that all of it can be stopped at once. */
export function startService(
  command: string,
  args: readonly string[],
  options: StartOptions = {},
): Service {
  const child = spawnTracked(command, args, options, 'SIGKILL');
  let output = '';
  const listeners = new Set<() => void>();
  const onText = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', onText);
  child.stderr?.on('data', onText);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const tail = () => output.trimEnd().split('\n').slice(-30).join('\n');

  return {
    tail,
    ended,
    says(pattern, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const giveUp = (why: string) => {
        reject(new Error(`${command} ${args[0] ?? ''} ${why}. Its last lines:\n${tail()}`));
      };
      const look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      const timer = setTimeout(() => {
        giveUp(`did not say ${String(pattern)} within ${timeoutMs / 1000} s`);
      }, timeoutMs);
      void ended.then(() => {
        giveUp('ended early');
      });
      listeners.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(look);
      });
    },
    async stop() {
      if (!running.has(child)) return;
      stopTree(child);
      await ended;
      // The leader has ended; end the rest of its group.
      killTree(child, 'SIGKILL');
    },
  };
}

export interface RunOptions extends StartOptions {
  /** `inherit` shows the output as it comes; `pipe` (the default) returns it. */
  readonly output?: 'inherit' | 'pipe';
  /** The process is killed after this many milliseconds; none by default. */
  readonly timeoutMs?: number;
}

export interface RunResult {
  /** Exit code; null when it was killed or could not be started. */
  readonly code: number | null;
  /** stdout and stderr in the order they came, when captured. */
  readonly output: string;
}

/** Runs a command to its end. Never rejects: a command that cannot start has the code null. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const child = spawnTracked(command, args, options, 'SIGTERM', options.output);
  let output = '';
  const onText = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', onText);
  child.stderr?.on('data', onText);
  const { timeoutMs } = options;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          output += `\nStopped after ${timeoutMs / 1000} s.`;
          stopTree(child);
        }, timeoutMs);
  return new Promise<RunResult>((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, output: error.message });
    });
    child.once('close', (code) => {
      resolve({ code, output });
    });
  }).finally(() => {
    clearTimeout(timer);
  });
}

/** Runs a command, and throws with its output if it fails. */
export async function mustRun(
  what: string,
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${what} failed (exit code ${code ?? 'none'}).\n${output}`);
}

function spawnTracked(
  command: string,
  args: readonly string[],
  { cwd, env }: StartOptions,
  atExit: 'SIGKILL' | 'SIGTERM',
  output: 'pipe' | 'inherit' = 'pipe',
): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', output, output],
    // A group of its own, except on Windows, where this opens a console and taskkill needs none.
    detached: !windows,
    windowsHide: true,
    // Only a shell can start `npm.cmd`.
    shell: windows && command.endsWith('.cmd'),
  });
  running.set(child, atExit);
  child.once('error', () => running.delete(child));
  child.once('close', () => running.delete(child));
  return child;
}

/** Terminates a process and its group, and kills them after three seconds. */
function stopTree(child: ChildProcess): void {
  killTree(child, 'SIGTERM');
  const force = setTimeout(() => {
    killTree(child, 'SIGKILL');
  }, 3_000);
  child.once('close', () => {
    clearTimeout(force);
  });
}

/** Sends a signal to a process and its group. Synchronous, for use while exiting. */
function killTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}
