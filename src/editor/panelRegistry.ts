import * as vscode from 'vscode';

/** Restores a panel after a reload of the window, from the state that its page stored. */
export type Restore = (panel: vscode.WebviewPanel, state: unknown) => void | Promise<void>;

/** By view type. A test compares the types with the activation events of package.json. */
export type Restores = Readonly<Record<string, Restore>>;

interface Manifest {
  readonly activationEvents: readonly string[];
}

const EVENT = 'onWebviewPanel:';

/**
 * Registers a serializer for every type of panel that has an activation event in package.json. The
 * code is loaded when the first panel is restored.
 * @param extension from `activate`, with the parsed package.json.
 */
export function registerPanels(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Restores>,
): vscode.Disposable {
  const { activationEvents } = extension.packageJSON as Manifest;
  const types = activationEvents.flatMap((event) =>
    event.startsWith(EVENT) ? [event.slice(EVENT.length)] : [],
  );
  const registered = types.map((type) =>
    vscode.window.registerWebviewPanelSerializer(type, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const restore = (await load())[type];
        if (!restore) throw new Error(`Nothing shows panels of the type ${type}.`);
        await restore(panel, state);
      },
    }),
  );
  return vscode.Disposable.from(...registered);
}
