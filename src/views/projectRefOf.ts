import * as l10n from '@vscode/l10n';
import { type Project, type ProjectRef, projectRef } from '../core/model/model.ts';
import { sharedProject } from '../core/messages/searchMessages.ts';
import { isShared } from '../core/model/sharedKeys.ts';
import { askChoice } from '../editor/askChoice.ts';
import { describeRef } from '../core/model/projectRef.ts';
import { showWarning } from '../editor/notify.ts';
import { rowName } from '../lists/index.ts';

/**
 * The reference for a request of a project's stats. It needs the kind (service-interface §4.2), so
 * the user is prompted for it if the row has none. `undefined` if they canceled, if there is no id or
 * another project has the same (with a warning), or if `ended` aborted meanwhile.
 */
export async function projectRefOf(
  project: Project,
  ended?: AbortSignal,
): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  if (isShared(project)) {
    void showWarning(sharedProject(project));
    return undefined;
  }
  const { id } = project;
  if (id === undefined) {
    void showWarning(
      l10n.t('The service gave no id for this project, so its stats cannot be requested.'),
    );
    return undefined;
  }
  const kind = await askChoice<ProjectRef['kind']>({
    title: l10n.t('The service did not say which kind “{0}” is', rowName(project)),
    choices: [
      { label: describeRef({ kind: 't', id }), value: 't' },
      { label: describeRef({ kind: 'n', id }), value: 'n' },
    ],
    ...(ended && { ended }),
  });
  return kind ? { kind, id } : undefined;
}
