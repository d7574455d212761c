import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withElements } from '../../../page/withElements.ts';

/** The list with the value, or without it if it is there; `undefined` for an empty one. */
export function toggled<T>(list: readonly T[], value: T): readonly T[] | undefined {
  const others = list.filter((one) => one !== value);
  if (others.length === list.length) return [...list, value];
  return others.length === 0 ? undefined : others;
}

interface Choice<T> {
  readonly id: string;
  readonly heading: string;
  /** What its button says; `{0}` stands for `words`. */
  readonly open: string;
  readonly words: string;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly count?: string;
    readonly checked: boolean;
  }[];
  readonly change: (value: T) => void;
}

/** A button that opens a list of checkboxes by a click, Enter, Space or the down arrow. */
export function choice<T>(shown: Choice<T>): TemplateResult {
  const { id, heading, open, words, options, change } = shown;
  return html`<button
      type="button"
      class="choice"
      popovertarget=${id}
      title=${open.replace('{0}', words)}
      @keydown=${(event: KeyboardEvent) => {
        openByKey(event, id);
      }}
    >
      <span>${withElements(open, [html`<bdi>${words}</bdi>`])}</span>
    </button>
    <div id=${id} class="options" popover role="group" aria-label=${heading} @keydown=${moveInList}>
      ${options.map(
        ({ value, label, count, checked }) =>
          html`<label title=${label}>
            <input
              type="checkbox"
              .checked=${live(checked)}
              @change=${() => {
                change(value);
              }}
            />
            <bdi>${label}</bdi>
            ${count === undefined ? nothing : html`<span class="quiet">${count}</span>`}
          </label>`,
      )}
    </div>`;
}

function openByKey(event: KeyboardEvent, id: string): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  const list = document.getElementById(id);
  list?.showPopover();
  list?.querySelector('input')?.focus();
}

/** The arrow keys go from one box to the next, as in a list of the editor. */
function moveInList(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const list = event.currentTarget as HTMLElement;
  const boxes = [...list.querySelectorAll('input')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)]?.focus();
}
