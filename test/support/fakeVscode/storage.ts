import { EventEmitter } from './values.ts';

/** SecretStorage in memory. Windows share it if they are given the same one. */
export class FakeSecrets {
  readonly stored = new Map<string, string>();
  readonly #changed = new EventEmitter<{ readonly key: string }>();

  readonly onDidChange = this.#changed.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.stored.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.stored.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.stored.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    if (this.stored.delete(key)) this.#changed.fire({ key });
    return Promise.resolve();
  }
}

/** `workspaceState` or `globalState`, stored as JSON, as the editor does. */
export class FakeMemento {
  readonly stored = new Map<string, string>();

  get(key: string): unknown {
    const text = this.stored.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.stored.delete(key);
    else this.stored.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}
