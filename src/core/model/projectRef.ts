import * as l10n from '@vscode/l10n';
import { besideName } from '../base/displayText.ts';
import {
  canonicalId,
  type JsonObject,
  listedRef,
  type Project,
  type ProjectKind,
  type ProjectRef,
  type RowOfService,
} from './model.ts';

/** The meaning of a text typed to look up a Project. */
type ProjectQuery =
  | { readonly kind: 'refs'; readonly refs: readonly ProjectRef[] }
  /** Not a valid reference; the sentence shows a valid one. */
  | { readonly kind: 'bad'; readonly sentence: string }
  /** Words to match against names and other texts. */
  | { readonly kind: 'words' };

const BOTH_KINDS: readonly ProjectKind[] = ['t', 'n'];

/** Reads `t/12`, `n/12` or a bare `12`, which means both kinds. */
export function parseProjectQuery(text: string): ProjectQuery {
  const query = text.trim();
  const qualified = /^([a-z]+)\s*\/\s*(.*)$/i.exec(query);
  if (qualified) return parseQualified(qualified[1] ?? '', qualified[2] ?? '');
  const id = canonicalId(query);
  if (id === undefined) return { kind: 'words' };
  return { kind: 'refs', refs: BOTH_KINDS.map((kind) => ({ kind, id })) };
}

/** Reads `t/12`, as in a deep link or a saved panel; `undefined` for any other text. */
export function parseProjectRef(text: string): ProjectRef | undefined {
  const parsed = parseProjectQuery(text);
  return parsed.kind === 'refs' && parsed.refs.length === 1 ? parsed.refs[0] : undefined;
}

/** The Project that `vscode://mintscope.mintscope/projects/t/12` names by its path. */
export function projectOfLink(path: string): ProjectRef | undefined {
  return parseProjectRef(/^\/projects\/([tn]\/\d{1,40})$/.exec(path)?.[1] ?? '');
}

/** A row's key without `project/`: the reference `t/12`, if the project's id and kind are known. */
export function refOfKey(key: string): string {
  return key.replace(/^project\//, '');
}

export function otherKind({ kind, id }: ProjectRef): ProjectRef {
  return { kind: kind === 't' ? 'n' : 't', id };
}

/**
 * `12 · transferable`: the reference of a Project as users read it. `formatRef` is for what they
 * copy and type.
 */
export function describeRef({ kind, id }: ProjectRef): string {
  return `${id} · ${kindName(kind)}`;
}

export function kindName(kind: ProjectKind): string {
  return kind === 't' ? l10n.t('transferable') : l10n.t('non-transferable');
}

/** As `describeRef`, for a row; the id alone if the service did not give the kind. */
export function describeId(project: Project): string | undefined {
  const ref = listedRef(project);
  return ref ? describeRef(ref) : project.id;
}

const UNSEEN: JsonObject = {};

/**
 * A row for a project that no loaded list has, made from its reference: it was looked up, or opened
 * by a link.
 * @param seen its texts, if they were seen earlier.
 */
export function unseenProject({ kind, id }: ProjectRef, seen: Partial<Project> = {}): Project {
  return {
    kind: 'project',
    key: `project/${kind}/${id}`,
    id,
    transferable: kind === 't',
    name: seen.name,
    symbol: seen.symbol,
    status: seen.status,
    description: seen.description,
    image: seen.image,
    mintAddress: seen.mintAddress,
    animationUrl: undefined,
    source: UNSEEN,
  };
}

/** Whether a row was made by `unseenProject`. */
export function isUnseen(row: RowOfService): row is Project {
  return row.source === UNSEEN;
}

/** `Harbor Lights (12 · transferable)`; `id` is `describeRef`. */
export function titleWithId(name: string, id: string): string {
  return name + besideName(name, ` (${id})`);
}

function parseQualified(letter: string, digits: string): ProjectQuery {
  const kind = BOTH_KINDS.find((one) => one === letter.toLowerCase());
  const id = canonicalId(digits);
  if (kind && id !== undefined) return { kind: 'refs', refs: [{ kind, id }] };
  // Any text may contain a slash. It looks like a reference only after a single letter.
  if (!kind && letter.length > 1) return { kind: 'words' };
  const sentence = kind
    ? l10n.t('After {0}/ comes the project’s id in digits, as in {0}/12.', kind)
    : l10n.t(
        '“{0}/” is not a kind of project. Type t/ for transferable or n/ for non-transferable.',
        letter,
      );
  return { kind: 'bad', sentence };
}
