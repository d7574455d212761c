import {
  type CollectionState,
  type CopyTarget,
  type FromCollectionPanel,
  isToCollectionPanel,
} from '../messages.ts';
import { startRowPage } from '../../../page/rowPage.ts';
import { collectionView, copiedWords, goneWords } from './collectionView.ts';

const page = startRowPage<CollectionState, CopyTarget>({
  isMessage: isToCollectionPanel,
  copiedWords,
  onState: (previous, next) => (previous && next.gone && !previous.gone ? goneWords() : undefined),
  isLoading: () => false,
  view: (screen, rowActions) =>
    collectionView(screen, {
      ...rowActions,
      openMetadata() {
        page.post({ type: 'openMetadata' } satisfies FromCollectionPanel);
      },
    }),
});
