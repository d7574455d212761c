import type { PagedList } from '../core/lists/pagedList.ts';
import type { Collection, Project } from '../core/model/model.ts';
import type { ListView } from './listView.ts';

/** A list and the tree that shows it. */
export interface ShownList<Item extends Project | Collection> {
  readonly list: PagedList<Item>;
  readonly view: ListView<Item>;
}
