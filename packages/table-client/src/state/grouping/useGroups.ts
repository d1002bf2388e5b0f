import { computed } from '@preact/signals-core';
import type { GroupKey } from '@rowhouse/table-protocol';
import type { TableRow } from '../../TableController.ts';
import type { LazyPart } from '../lazyPart.ts';
import type { ShownResponse } from '../pageReader.ts';
import { groupChoices } from './groupBy.ts';
import type * as grouping from './groupTree.ts';

/** Reads and keeps groups; loaded with the first page of them. */
export type Grouping = LazyPart<typeof grouping>;

export interface GroupsContext extends grouping.GroupTreeContext {
  readonly grouping: Grouping;
}

/** The groups of the page, and the content of the open ones. */
export function useGroups(context: GroupsContext) {
  const { template, shown } = context;
  let tree: ReturnType<typeof grouping.groupTree> | null = null;
  /** Null while no page of groups was read. */
  function treeOf({ groups }: Pick<ShownResponse, 'groups'>) {
    if (groups) tree ??= context.grouping.loaded()?.groupTree(context) ?? null;

    return tree;
  }
  const drawn = computed(() => (shown.value?.groups ? treeOf(shown.value) : null));

  return {
    /** The rows of the open groups; null while the rows are not grouped. */
    rows: computed(() => drawn.value?.rows.value ?? null),
    /** Place of a row in its group, from 1. */
    placeOf: (index: number) => drawn.value?.placeOf(index),
    changeRows: (change: (row: TableRow) => TableRow) => tree?.changeRows(change),
    /** All rows of a group, open or not. */
    readGroup: async (path: readonly GroupKey[]) => (await tree?.readGroup(path)) ?? [],
    /** After another page was shown. */
    follow(before: ShownResponse | null): void {
      if (shown.value) treeOf(shown.value)?.follow(before);
    },
    snapshot: {
      groupChoices: computed(() => groupChoices(template.value?.columns ?? [])),
      groupLines: computed(() => drawn.value?.lines.value ?? null),
      groupCount: computed(() => {
        const groups = shown.value?.groups;

        return groups?.fullRecordInfo ? groups.count : null;
      }),
    },
    functions: {
      toggleGroup: async (path: readonly GroupKey[]) => tree?.functions.toggleGroup(path),
      showMore: async (path: readonly GroupKey[]) => tree?.functions.showMore(path),
      retryGroup: async (path: readonly GroupKey[]) => tree?.functions.retryGroup(path),
    },
  };
}
