import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  CONNECTION_COLORS,
  type ConnectionColor,
  labelKey,
  labelOf,
  LONGEST_NAME,
  emojiOf,
} from '../../connection/connectionName.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { askStep, BACK } from '../../editor/askText.ts';
import { settings } from '../../editor/settings.ts';

/**
 * Prompts for a name and a color of the service at this address, and writes them to the user's
 * settings, for every window and every sign-in to it. An empty name without a color removes both.
 * Rejects if the settings cannot be written.
 */
export async function nameConnection({ base, host }: ServiceAddress): Promise<void> {
  let { name, color } = labelOf({ base });
  const never = new AbortController().signal;
  const words = colorWords();
  const place = { totalSteps: 2, title: l10n.t('Name and color of {0}', host), ended: never };
  for (;;) {
    const typed = await askStep({
      ...{ ...place, step: 1, placeholder: host, value: name },
      prompt: l10n.t('A name such as Production. Leave it empty to show {0}.', host),
      onType: (text) => {
        name = text;
      },
      check: (text) => Promise.resolve(faultOf(text)),
    });
    if (typeof typed !== 'string') return;
    const chosen = await askChoice<ConnectionColor | 'none'>({
      ...{ ...place, step: 2, placeholder: l10n.t('Color') },
      choices: [
        { label: l10n.t('No color'), value: 'none' },
        ...CONNECTION_COLORS.map((value) => ({
          label: emojiOf(value) + words[value],
          value,
        })),
      ],
      active: color ?? 'none',
      onActive: (active) => {
        color = active === 'none' ? undefined : active;
      },
    });
    if (chosen === BACK) continue;
    if (chosen === undefined) return;
    const label = {
      ...(typed.trim() !== '' && { name: typed.trim() }),
      ...(chosen !== 'none' && { color: chosen }),
    };
    const key = labelKey({ base });
    const labels = new Map(Object.entries(settings.connections)).set(key, label);
    if (Object.keys(label).length === 0) labels.delete(key);
    await vscode.workspace
      .getConfiguration('mintscope')
      .update('connections', Object.fromEntries(labels), vscode.ConfigurationTarget.Global);
    return;
  }
}

function faultOf(name: string): string | undefined {
  return name.trim().length > LONGEST_NAME
    ? l10n.t('Type at most {0} characters.', LONGEST_NAME)
    : undefined;
}

function colorWords(): Readonly<Record<ConnectionColor, string>> {
  return {
    red: l10n.t('Red'),
    orange: l10n.t('Orange'),
    yellow: l10n.t('Yellow'),
    green: l10n.t('Green'),
    blue: l10n.t('Blue'),
    purple: l10n.t('Purple'),
  };
}
