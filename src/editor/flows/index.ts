/**
 * What only a command or a document of ours needs, or what only some have turned on: questions asked
 * step by step, texts made of rows, the arrangement of Projects, refreshing by itself. A bundle of
 * its own (esbuild.js), loaded when the first of these is asked for, so that activation stays small.
 */
export {
  COPY_IDS,
  COPY_MINT_ADDRESSES,
  type Copied,
  copyCurl,
  copyLines,
  copyTable,
} from './copyRows.ts';
export { askFilter } from './filter.ts';
export { type JsonDocument, JsonDocuments } from './jsonDocuments.ts';
export { type JsonParts } from './jsonReader.ts';
export { type AskedProject, compareSnapshot, saveSnapshot } from './compareSnapshot.ts';
export { askKind } from './askKind.ts';
export { exportRows } from './export/exportRows.ts';
export { find } from './find.ts';
export { keepFresh } from './keepFresh.ts';
export { lookUp } from './lookUp.ts';
export { openLink } from './openLink.ts';
export { askGroup, askSort } from './order.ts';
export { ProjectsArranger } from './projectsArranger.ts';
export { signedInWords, signedOutWords } from './sessionWords.ts';
export { signInFlow } from './signIn.ts';
export { type OpenedFrom } from './stats/previews.ts';
export { StatsPanels } from './stats/statsPanels.ts';
export { tooltipFor } from './tooltips.ts';
export { forgetAll, switchConnection } from './switchConnection.ts';
export { explorerLink, parseWebLink } from '../../core/webLink.ts';
