import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withElements } from '../../../page/withElements.ts';

/** The list with the value, or without it if it is there; `undefined` for an empty one. */
export function toggled<T>(list: readonly T[], value: T): readonly T[] | undefined {
  const others = list.filter((one) => one !== value);
  if (others.length === list.length) return [...list, value];
  return others.length === 0 ? undefined : others;
}

interface Choice<T extends string> {
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

/** A button that opens a list of checkboxes. */
export function choice<T extends string>(shown: Choice<T>): TemplateResult {
  const { id, heading, open, words, options, change } = shown;
  return html`<button
      type="button"
      class="choice"
      popovertarget=${id}
      title=${open.replace('{0}', words)}
    >
      <span>${withElements(open, [html`<bdi>${words}</bdi>`])}</span
      ><span class="open-mark" aria-hidden="true"></span>
    </button>
    <div id=${id} class="options" popover role="group" aria-label=${heading}>
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
