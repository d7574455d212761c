/** Where the focus goes when the element that had it is gone, or was of an earlier page. */

/** Focuses an element as soon as the page has the focus, unless another element has it then. */
export function returnFocus(element: HTMLElement): void {
  // Before that, an element would take the focus from the rest of the editor.
  if (!document.hasFocus()) {
    const tryAgain = () => {
      returnFocus(element);
    };
    window.addEventListener('focus', tryAgain, { once: true });
    return;
  }
  if (document.activeElement === document.body) element.focus({ preventScroll: true });
}

/**
 * Draws the page. If the focused button disappears with its action (Refresh, Retry), Stop gets the
 * focus, else the table, and never Refresh: a second Enter would read all again.
 */
export function keepingFocus(draw: () => void): void {
  const focused = document.activeElement;
  const isOfWork = focused instanceof Element && focused.closest('header, .problem') !== null;
  draw();
  if (focused?.isConnected !== false) return;
  const next = [...(isOfWork ? ['#stop'] : []), '.grid:not([hidden])', 'h1'];
  const found = next.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  if (element) void focusOnceReady(element);
}

/** A button of the library can have the focus only after its first update, which is a task later. */
async function focusOnceReady(element: HTMLElement): Promise<void> {
  if ('updateComplete' in element) await element.updateComplete;
  // The user may have gone elsewhere meanwhile.
  if (document.activeElement === document.body) element.focus();
}
