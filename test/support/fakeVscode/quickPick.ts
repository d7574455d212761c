import { EventEmitter } from './values.ts';

export interface FakePickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly buttons?: readonly unknown[];
}

/** One box that asks for a choice; the test is the person who chooses. */
export class FakeQuickPick {
  title = '';
  value = '';
  placeholder = '';
  busy = false;
  enabled = true;
  matchOnDescription = false;
  matchOnDetail = false;
  items: readonly FakePickItem[] = [];
  activeItems: readonly FakePickItem[] = [];
  selectedItems: readonly FakePickItem[] = [];
  buttons: readonly unknown[] = [];
  disposed = false;
  shown = false;
  readonly #accepted = new EventEmitter<void>();
  readonly #changed = new EventEmitter<string>();
  readonly #hidden = new EventEmitter<void>();
  readonly #triggered = new EventEmitter<unknown>();
  readonly #itemTriggered = new EventEmitter<{ item: FakePickItem; button: unknown }>();

  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#triggered.event;
  readonly onDidTriggerItemButton = this.#itemTriggered.event;

  /** What there is to read, a line for each item; a separator is a line of its own. */
  get sees(): string[] {
    return this.items.map(({ label, description, kind }) =>
      kind === -1 ? `-- ${label}` : [label, description].filter(Boolean).join(' | '),
    );
  }

  choose(label: string): void {
    const item = this.#find(label);
    this.activeItems = [item];
    this.selectedItems = [item];
    this.#accepted.fire();
  }

  /** Presses the button that leads to the step before. */
  goBack(): void {
    this.#triggered.fire(this.buttons[0]);
  }

  /** Presses the first button of an item. */
  press(label: string): void {
    const item = this.#find(label);
    this.#itemTriggered.fire({ item, button: item.buttons![0] });
  }

  show(): void {
    this.shown = true;
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.#hidden.fire();
  }

  #find(label: string): FakePickItem {
    const item = this.items.find((one) => one.label === label);
    if (!item) throw new Error(`No “${label}” among ${this.sees.join(', ')}`);
    return item;
  }
}
