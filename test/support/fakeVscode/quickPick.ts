import { EventEmitter } from './values.ts';

export interface FakePickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly iconPath?: unknown;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly FakeButton[];
}

export interface FakeButton {
  readonly tooltip?: string;
}

/** What a box that asks for text and a picker have in common. */
export abstract class FakeQuickInput {
  title = '';
  step: number | undefined;
  totalSteps: number | undefined;
  value = '';
  placeholder = '';
  busy = false;
  enabled = true;
  ignoreFocusOut = false;
  buttons: readonly FakeButton[] = [];
  disposed = false;
  protected readonly accepted = new EventEmitter<void>();
  protected readonly changed = new EventEmitter<string>();
  readonly #hidden = new EventEmitter<void>();
  readonly #triggered = new EventEmitter<FakeButton>();

  readonly onDidAccept = this.accepted.event;
  readonly onDidChangeValue = this.changed.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#triggered.event;

  /**
   * Presses Back.
   * @throws if there is no such button, or the box is disabled.
   */
  goBack(): void {
    const name = this.title || this.placeholder;
    if (this.buttons.length === 0) throw new Error(`No step comes before “${name}”.`);
    if (!this.enabled) throw new Error(`“${name}” takes no press of a button.`);
    this.#triggered.fire(this.buttons[0]!);
  }

  /** Presses the button beside the title with this tooltip. */
  pressTitle(tooltip: string): void {
    this.#triggered.fire(named(this.buttons, tooltip));
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.#hidden.fire();
  }
}

/**
 * One picker. The test acts as the user who chooses. As in the editor, items that do not match the
 * typed text are hidden, and the first item is active after each change.
 */
export class FakeQuickPick extends FakeQuickInput {
  canSelectMany = false;
  matchOnDescription = false;
  keepScrollPosition = false;
  /** Not in the public API: whether items whose label matches earlier come first. */
  sortByLabel = true;
  activeItems: readonly FakePickItem[] = [];
  selectedItems: readonly FakePickItem[] = [];
  /** Every text of every item that was sent. */
  readonly drawnTexts = new Set<string>();
  drawn = 0;
  shown = false;
  #items: readonly FakePickItem[] = [];
  readonly #activated = new EventEmitter<readonly FakePickItem[]>();
  readonly #checked = new EventEmitter<readonly FakePickItem[]>();
  readonly #itemTriggered = new EventEmitter<{ item: FakePickItem; button: FakeButton }>();

  readonly onDidChangeActive = this.#activated.event;
  readonly onDidChangeSelection = this.#checked.event;
  readonly onDidTriggerItemButton = this.#itemTriggered.event;

  get items(): readonly FakePickItem[] {
    return this.#items;
  }

  set items(items: readonly FakePickItem[]) {
    this.drawn++;
    for (const { label, description = '', detail = '' } of items) {
      for (const text of [label, description, detail]) this.drawnTexts.add(text);
    }
    this.#items = items;
    this.#goToFirst();
  }

  get labels(): string[] {
    return this.#visible.map(({ label }) => label);
  }

  /** The visible text, one line for each item or separator. */
  get sees(): string[] {
    return this.#visible.map(({ label, description, kind }) =>
      kind === -1 ? `-- ${label}` : [label, description].filter(Boolean).join(' | '),
    );
  }

  type(value: string): void {
    this.value = value;
    this.#goToFirst();
    this.changed.fire(value);
  }

  /** Goes to the item at this place, as the arrow keys do. */
  moveTo(at: number): void {
    this.activeItems = this.#visible.slice(at, at + 1);
    this.#activated.fire(this.activeItems);
  }

  accept(): void {
    if (!this.canSelectMany) this.selectedItems = this.activeItems;
    this.accepted.fire();
  }

  choose(label: string): void {
    const item = this.#find(label);
    this.activeItems = [item];
    this.selectedItems = [item];
    this.accepted.fire();
  }

  /**
   * Checks or unchecks an item.
   * @throws if only one item can be chosen.
   */
  toggle(label: string): void {
    if (!this.canSelectMany) throw new Error(`“${label}” cannot be checked.`);
    const item = this.#find(label);
    const others = this.selectedItems.filter((one) => one !== item);
    const had = others.length < this.selectedItems.length;
    this.selectedItems = had ? others : [...others, item];
    this.#checked.fire(this.selectedItems);
  }

  press(label: string, at = 0): void {
    const item = this.#find(label);
    this.#itemTriggered.fire({ item, button: item.buttons![at]! });
  }

  /** Presses a button of the item at this place. */
  pressOnItem(at: number, tooltip: string): void {
    const item = this.#visible[at]!;
    this.#itemTriggered.fire({ item, button: named(item.buttons ?? [], tooltip) });
  }

  show(): void {
    this.shown = true;
  }

  /** The items that match the typed text, each group after its separator. */
  get #visible(): readonly FakePickItem[] {
    const typed = this.value.trim().toLowerCase();
    const isHit = (text = '') => text.toLowerCase().includes(typed);
    const isShown = ({ label, description, alwaysShow = false }: FakePickItem) =>
      alwaysShow || isHit(label) || (this.matchOnDescription && isHit(description));
    const shown: FakePickItem[] = [];
    let heading: FakePickItem | undefined;
    for (const item of this.#items) {
      if (item.kind === -1) heading = item;
      else if (isShown(item)) {
        shown.push(...(heading ? [heading] : []), item);
        heading = undefined;
      }
    }
    if (!this.sortByLabel || typed === '') return shown;
    const rank = ({ label }: FakePickItem) => label.toLowerCase().indexOf(typed) >>> 0;
    return shown.sort((one, other) => rank(one) - rank(other));
  }

  #goToFirst(): void {
    this.activeItems = this.#visible.filter(({ kind }) => kind !== -1).slice(0, 1);
  }

  #find(label: string): FakePickItem {
    const item = this.#visible.find((one) => one.label === label);
    if (!item) throw new Error(`No “${label}” among ${this.sees.join(', ')}`);
    return item;
  }
}

function named(buttons: readonly FakeButton[], tooltip: string): FakeButton {
  const found = buttons.find((button) => button.tooltip === tooltip);
  if (found) return found;
  throw new Error(`No button ${tooltip} among: ${buttons.map((one) => one.tooltip).join(', ')}`);
}
