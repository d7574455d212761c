/** What the panel's header says about the project: bounded and harmless, without a DOM. */

import * as l10n from '@vscode/l10n';
import { displayLines, displayText } from '../../core/base/displayText.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import type { ImageSource } from '../../protocol/imageSource.ts';
import type { ProjectFacts } from '../../protocol/stats.ts';
import { loadable } from '../kit/savedRow.ts';

export interface ProjectHeader {
  readonly heading: string;
  /** False while only the reference is known, which is then the heading. */
  readonly known: boolean;
  readonly symbol: string | undefined;
  readonly status: string | undefined;
  /** When the status was requested, in milliseconds since 1970; `undefined` if unknown. */
  readonly statusAsOf: number | undefined;
  /** `12 · transferable`. */
  readonly id: string;
  /** `t/12`, as it is copied. */
  readonly ref: string;
  readonly mintAddress: string | undefined;
  readonly description: string | undefined;
  readonly image: ImageSource | undefined;
}

/** The facts to show and save: each text is cleaned and cut to the length that is shown. */
export function bounded(facts: ProjectFacts): ProjectFacts {
  const texts = {
    name: displayText(facts.name ?? '', 400),
    symbol: displayText(facts.symbol ?? '', 40),
    status: displayText(facts.status ?? '', 60),
    mintAddress: displayText(facts.mintAddress ?? '', 120),
    description: displayLines(facts.description ?? '', 20_000),
    image: loadable(facts.image)?.address ?? '',
  };
  const known = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(known), ...(facts.asOf !== undefined && { asOf: facts.asOf }) };
}

/** The header for the project `ref`, with its facts if they are known. */
export function describeProject(ref: string, facts: ProjectFacts | undefined): ProjectHeader {
  const [letter, id = ''] = ref.split('/');
  const kind = letter === 't' ? 't' : 'n';
  const words = describeRef({ kind, id });
  const { name, symbol, status, asOf, mintAddress, description, image } = bounded(facts ?? {});
  return {
    heading: name ?? l10n.t('Project {0}', words),
    known: facts !== undefined,
    symbol,
    status,
    statusAsOf: asOf,
    id: words,
    ref,
    mintAddress,
    description,
    image: loadable(image),
  };
}
