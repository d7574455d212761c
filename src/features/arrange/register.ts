import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Log } from '../../editor/log.ts';
import { ArrangementMemory } from '../../views/arrangementMemory.ts';
import type { LazyRowArranger } from '../../views/rowArranger.ts';
import type { ProjectsArranger } from './projectsArranger.ts';

/**
 * The arrangement of the Projects: filter, order and groups. Most people have none, so the code
 * that knows how to arrange is loaded once there is something remembered, or to be asked.
 */
export class LazyArranger implements LazyRowArranger, vscode.Disposable {
  readonly #list: PagedList<Project>;
  readonly #session: Session;
  readonly #log: Log;
  readonly #memory: ArrangementMemory;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;
  readonly #arranger: Lazy<ProjectsArranger>;
  #follows = false;

  /** Fires when a person wants the rows otherwise. */
  readonly onDidChange = this.#changed.event;

  constructor(list: PagedList<Project>, session: Session, memento: vscode.Memento, log: Log) {
    this.#list = list;
    this.#session = session;
    this.#log = log;
    this.#memory = new ArrangementMemory(memento);
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

  /** `undefined` while the rows are as the service lists them. */
  get loaded(): ProjectsArranger | undefined {
    return this.#arranger.loaded;
  }

  /** Whether a filter is on. */
  get isFiltered(): boolean {
    return this.#arranger.loaded?.isFiltered ?? false;
  }

  /** The loaded Projects that match the filter, in the order they are shown in. */
  shown(): readonly Project[] {
    return this.#arranger.loaded?.shown() ?? this.#list.state.rows;
  }

  /**
   * Resolves when what is remembered of an arrangement counts; `undefined` if nothing has to be
   * waited for. Where it cannot be loaded, the rows stand as listed until the next paint tries again.
   */
  remembered(): Promise<unknown> | undefined {
    if (this.#arranger.loaded) return undefined;
    const { account } = this.#session.current ?? {};
    if (account === undefined || this.#memory.of(account) === undefined) return undefined;
    return this.load().catch((error: unknown) => {
      this.#log.error(`The arrangement of the Projects cannot be loaded: ${String(error)}`);
    });
  }

  /** To change it. Rejects if it cannot be loaded. */
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
