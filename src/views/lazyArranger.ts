import * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import { Lazy } from '../core/base/lazy.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { Project } from '../core/model/model.ts';
import type { Log } from '../editor/log.ts';
import type { ArrangementMemory, ProjectsArranger } from './projectsArranger.ts';

const MEMORY = 'mintscope.arrangement';

export function arrangementMemory(memento: vscode.Memento): ArrangementMemory {
  const all = () => {
    const value = memento.get<unknown>(MEMORY);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  };
  return {
    of: (account) => all()[account],
    keep: (account, arrangement) => memento.update(MEMORY, { ...all(), [account]: arrangement }),
  };
}

/**
 * The arrangement of the Projects: filter, order and groups. Most workspaces have none, so its code
 * is loaded only when one is stored or a command needs it.
 */
export class LazyArranger implements vscode.Disposable {
  readonly #session: Session;
  readonly #log: Log;
  readonly #memory: ArrangementMemory;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;
  readonly #arranger: Lazy<ProjectsArranger>;
  #follows = false;

  readonly onDidChange = this.#changed.event;

  constructor(list: PagedList<Project>, session: Session, memento: vscode.Memento, log: Log) {
    this.#session = session;
    this.#log = log;
    this.#memory = arrangementMemory(memento);
    this.#arranger = new Lazy(async () => {
      const { ProjectsArranger } = await import('./projectsArranger.ts');
      return new ProjectsArranger(list, session, this.#memory, () => {
        this.#changed.fire();
      });
    });
    this.#following = session.onDidChange(() => {
      if (this.#arranger.loaded) this.#arranger.loaded.follow();
      else void this.remembered();
    });
  }

  /** `undefined` until it is loaded; the rows are then as the service lists them. */
  get loaded(): ProjectsArranger | undefined {
    return this.#arranger.loaded;
  }

  /**
   * Resolves when the stored arrangement is in effect; `undefined` if there is nothing to wait for.
   * If it cannot be loaded, the rows are shown as listed, and the next paint tries again.
   */
  remembered(): Promise<unknown> | undefined {
    if (this.#arranger.loaded) return undefined;
    const { account } = this.#session;
    if (account === undefined || this.#memory.of(account) === undefined) return undefined;
    return this.load().catch((error: unknown) => {
      this.#log.error(`The arrangement cannot be loaded: ${String(error)}`);
    });
  }

  /** The arranger, to change the arrangement. Rejects if it cannot be loaded. */
  async load(): Promise<ProjectsArranger> {
    const arranger = await this.#arranger.get();
    if (!this.#follows) {
      this.#follows = true;
      arranger.follow();
    }
    return arranger;
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }
}
