import * as vscode from 'vscode';
import type { Project } from '../core/domain.ts';
import type { PagedList } from '../core/pagedList.ts';
import { ArrangementMemory } from './arrangementMemory.ts';
import type { ProjectsArranger } from './flows/index.ts';
import type { Session } from './session.ts';

/**
 * The arrangement of the Projects: filter, order and groups. Most people have none, so the code
 * that knows how to arrange is loaded once there is something remembered, or to be asked.
 */
export class LazyArranger implements vscode.Disposable {
  readonly #list: PagedList<Project>;
  readonly #session: Session;
  readonly #memory: ArrangementMemory;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;
  #loading: Promise<ProjectsArranger> | undefined;
  #loaded: ProjectsArranger | undefined;

  /** Fires when a person wants the rows otherwise. */
  readonly onDidChange = this.#changed.event;

  constructor(list: PagedList<Project>, session: Session, memento: vscode.Memento) {
    this.#list = list;
    this.#session = session;
    this.#memory = new ArrangementMemory(memento);
    this.#following = session.onDidChange(() => {
      const { service } = session.current ?? {};
      if (this.#loaded) this.#loaded.follow();
      else if (service !== undefined && this.#memory.of(service) !== undefined) void this.load();
    });
  }

  /** `undefined` while the rows are as the service lists them. */
  get loaded(): ProjectsArranger | undefined {
    return this.#loaded;
  }

  /** Whether a filter is on. */
  get isFiltered(): boolean {
    return this.#loaded?.isFiltered ?? false;
  }

  /** The loaded Projects that match the filter, in the order they are shown in. */
  shown(): readonly Project[] {
    return this.#loaded?.shown() ?? this.#list.state.rows;
  }

  /** Resolves when what is remembered of an arrangement counts; `undefined` if nothing is. */
  get loading(): Promise<unknown> | undefined {
    return this.#loading;
  }

  /** To change it. */
  load(): Promise<ProjectsArranger> {
    return (this.#loading ??= this.#load());
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }

  async #load(): Promise<ProjectsArranger> {
    const { ProjectsArranger } = await import('./flows/index.ts');
    const announce = () => {
      this.#changed.fire();
    };
    const loaded = new ProjectsArranger(this.#list, this.#session, this.#memory, announce);
    this.#loaded = loaded;
    loaded.follow();
    return loaded;
  }
}
