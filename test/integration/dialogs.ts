/**
 * Starts a line that asks the page (`test/host/integration.ts`) to press a button in a dialog.
 * Tests run in the extension host, and dialogs are in the window.
 */
export const PRESS = '\u2063press ';

/** Which button of which dialog to press. */
export interface Press {
  /** A part of the dialog's text. */
  readonly dialog: string;
  readonly button: string;
}

/** Presses a button in the next dialog with such a text. Without such a dialog, the test ends late. */
export function pressInDialog(dialog: string, button: string): void {
  console.log(PRESS + JSON.stringify({ dialog, button } satisfies Press));
}
