/** Where the focus goes when the element that had it is gone. */

/** Gives an element the focus that it had in an earlier page, once the page itself has it. */
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
 * Draws the page. If the focused button disappears with its action (Pause, Cancel, Retry), its
 * counterpart gets the focus, and never Refresh: a second Enter would read everything again.
 */
export function keepingFocus(draw: () => void): void {
  const focused = document.activeElement;
  const isOfWork = focused instanceof Element && focused.closest('header, .problem') !== null;
  draw();
  if (focused?.isConnected !== false) return;
  const next = [...(isOfWork ? ['#resume', '#pause'] : []), '.grid:not([hidden])', 'h1'];
  const found = next.map((one) => document.querySelector<HTMLElement>(one));
  const element = found.find((one) => one !== null);
  if (element) void focusOnceReady(element);
}

/** A button of the library can have the focus only after its first update, which is a task later. */
async function focusOnceReady(element: HTMLElement): Promise<void> {
  if ('updateComplete' in element) await element.updateComplete;
  // The user may have gone elsewhere meanwhile.
  if (document.activeElement === document.body) element.focus();
}
