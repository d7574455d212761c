import * as l10n from '@vscode/l10n';
import { besideName } from '../base/displayText.ts';
import {
  canonicalId,
  idOf,
  type JsonObject,
  kindOf,
  listedRef,
  type Project,
  type ProjectKind,
  type ProjectRef,
  type RowOfService,
} from './model.ts';

const BOTH_KINDS: readonly ProjectKind[] = ['t', 'n'];

/** The Projects that a typed text refers to: `t/12`, `n/12`, or `12`, which means both kinds. */
export function typedRefs(text: string): readonly ProjectRef[] {
  const [, letter, digits = ''] = /^(?:([tn])\s*\/\s*)?(\d+)$/i.exec(text.trim()) ?? [];
  const id = canonicalId(digits);
  if (id === undefined) return [];
  const typed = BOTH_KINDS.filter((kind) => kind === letter?.toLowerCase());
  const kinds = letter === undefined ? BOTH_KINDS : typed;
  return kinds.map((kind): ProjectRef => `${kind}/${id}`);
}

/** What is wrong with a text that looks like a reference and is none; `undefined` for any other. */
export function badReference(text: string): string | undefined {
  // Any text may contain a slash. It looks like a reference only after a single letter.
  const letter = /^\s*([a-z])\s*\//i.exec(text)?.[1];
  if (letter === undefined || typedRefs(text).length > 0) return undefined;
  const kind = BOTH_KINDS.find((one) => one === letter.toLowerCase());
  return kind
    ? l10n.t('After {0}/ comes the project’s id in digits, as in {0}/12.', kind)
    : l10n.t(
        '“{0}/” is not a kind of project. Type t/ for transferable or n/ for non-transferable.',
        letter,
      );
}

/** Reads `t/12`, as in a deep link or a saved panel; `undefined` for any other text. */
export function parseProjectRef(text: string): ProjectRef | undefined {
  const [ref, other] = typedRefs(text);
  return other ? undefined : ref;
}

/** A row's key without `project/`: the reference `t/12`, if the project's id and kind are known. */
export function refOfKey(key: string): string {
  return key.replace(/^project\//, '');
}

export function otherKind(ref: ProjectRef): ProjectRef {
  return `${kindOf(ref) === 't' ? 'n' : 't'}/${idOf(ref)}`;
}

/** `12 · transferable`: the reference of a Project as users read it; they type and copy `t/12`. */
export function describeRef(ref: ProjectRef): string {
  return `${idOf(ref)} · ${kindName(kindOf(ref))}`;
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

/** A row for a project that no loaded list has. @param seen its texts, if they were seen earlier. */
export function unseenProject(ref: ProjectRef, seen: Partial<Project> = {}): Project {
  return {
    kind: 'project',
    key: `project/${ref}`,
    id: idOf(ref),
    transferable: kindOf(ref) === 't',
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

export function isUnseen(row: RowOfService): row is Project {
  return row.source === UNSEEN;
}

/** `Harbor Lights (12 · transferable)`; `id` is `describeRef`. */
export function titleWithId(name: string, id: string): string {
  return name + besideName(name, ` (${id})`);
}
