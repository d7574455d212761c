import { canonicalId, type ProjectKind, type ProjectRef } from './model.ts';

/** The meaning of a text typed to look up a Project. */
export type ProjectQuery =
  | { readonly kind: 'refs'; readonly refs: readonly ProjectRef[] }
  /** Not a valid reference; the sentence shows a valid one. */
  | { readonly kind: 'bad'; readonly sentence: string }
  /** Words to match against names and the like. */
  | { readonly kind: 'words' };

const BOTH_KINDS: readonly ProjectKind[] = ['t', 'n'];

/**
 * Reads `t/12`, `n/12` or a bare `12`, which means both kinds.
 */
export function parseProjectQuery(text: string): ProjectQuery {
  const query = text.trim();
  const qualified = /^([a-z]+)\s*\/\s*(.*)$/i.exec(query);
  if (qualified) return parseQualified(qualified[1] ?? '', qualified[2] ?? '');
  const id = canonicalId(query);
  if (id === undefined) return { kind: 'words' };
  return { kind: 'refs', refs: BOTH_KINDS.map((kind) => ({ kind, id })) };
}

/** Reads `t/12` alone, as in a deep link or a saved panel. */
export function parseProjectRef(text: string): ProjectRef | undefined {
  const parsed = parseProjectQuery(text);
  return parsed.kind === 'refs' && parsed.refs.length === 1 ? parsed.refs[0] : undefined;
}

/** The Project that `vscode://mintscope.mintscope/projects/t/12` names by its path. */
export function projectOfLink(path: string): ProjectRef | undefined {
  return parseProjectRef(/^\/projects\/([tn]\/\d{1,40})$/.exec(path)?.[1] ?? '');
}

/** The project with the same id of the other kind. */
export function otherKind({ kind, id }: ProjectRef): ProjectRef {
  return { kind: kind === 't' ? 'n' : 't', id };
}

function parseQualified(letter: string, digits: string): ProjectQuery {
  const kind = BOTH_KINDS.find((one) => one === letter.toLowerCase());
  // Any text may contain a slash. It looks like a reference only after a single letter.
  if (!kind && letter.length > 1) return { kind: 'words' };
  if (!kind) {
    return {
      kind: 'bad',
      sentence: `“${letter}/” is no kind of project. Type t/ for transferable or n/ for non-transferable.`,
    };
  }
  const id = canonicalId(digits);
  if (id === undefined) {
    return {
      kind: 'bad',
      sentence: `After ${kind}/ comes the project’s id in digits, as in ${kind}/12.`,
    };
  }
  return { kind: 'refs', refs: [{ kind, id }] };
}
