import {
  type CollectionFacts,
  type CollectionState,
  type FromCollectionPanel,
  isToCollectionPanel,
  readSavedCollectionPanel,
} from '../../protocol/collection.ts';
import { startRowPage } from '../kit/rowPage.ts';
import { COPIED, collectionView, GONE, type Screen } from './collectionView.ts';

const page = startRowPage<CollectionState, CollectionFacts>({
  isMessage: isToCollectionPanel,
  readRow: readSavedCollectionPanel,
  // The editor has bounded them.
  bounded: (facts) => facts,
  imageOf: (facts) => facts?.image,
  copiedWords: (what) => `${COPIED[what] ?? ''} copied.`,
  onState: (previous, next) => (previous && next.gone && !previous.gone ? GONE : undefined),
  isLoading: () => false,
  view: (screen: Screen, rowActions) =>
    collectionView(screen, {
      ...rowActions,
      openMetadata() {
        const message: FromCollectionPanel = { type: 'openMetadata', ref: screen.ref };
        page.post(message);
      },
    }),
});
