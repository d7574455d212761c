import {
  type CollectionFacts,
  type CollectionState,
  type CopyTarget,
  type FromCollectionPanel,
  isToCollectionPanel,
  readSavedCollectionPanel,
} from '../../protocol/collection.ts';
import { startRowPage } from '../kit/rowPage.ts';
import { collectionView, copiedWords, goneWords, type Screen } from './collectionView.ts';

const page = startRowPage<CollectionState, CollectionFacts, CopyTarget>({
  isMessage: isToCollectionPanel,
  readRow: readSavedCollectionPanel,
  // The editor has bounded them.
  bounded: (facts) => facts,
  imageOf: (facts) => facts?.image,
  copiedWords,
  onState: (previous, next) => (previous && next.gone && !previous.gone ? goneWords() : undefined),
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
