import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { GroupKey } from '@rowhouse/table-protocol/internal';
import type { Translate } from '../language/translator.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { type LazyModule, lazyModule } from '../table/lazyModule.ts';
import type { StateChanges } from '../table/StateChanges.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { GroupingFunctions, GroupingSnapshot } from './Grouping.ts';
import { groupChoices } from './groupBy.ts';
import { groupCommands } from './groupCommands.ts';
import type * as grouping from './groupTree.ts';

/** Reads and keeps groups; loaded with the first page of them. */
export type LazyGrouping = LazyModule<typeof grouping>;

export function lazyGrouping(translate: Translate): LazyGrouping {
  return lazyModule(() => import('./groupTree.ts'), translate);
}

interface GroupsContext extends StateChanges, grouping.GroupTreeContext {
  readonly grouping: LazyGrouping;
}

export interface Groups extends Feature<GroupingSnapshot, GroupingFunctions> {
  /** The rows of the open groups; null while the rows are not grouped. */
  readonly rows: ReadonlySignal<readonly TableRow[] | null>;
  /** Place of a row in its group, from 1; undefined while the rows are not grouped. */
  positionOf(index: number): number | undefined;
  changeRows(change: (row: TableRow) => TableRow): void;
  /** All rows of a group, open or not. */
  readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]>;
  /** Called after another page was shown. */
  follow(before: ShownResponse | null): void;
}

/** The groups of the page, and the content of the open ones. */
export function createGroups(context: GroupsContext): Groups {
  const { template, state, shown } = context;
  let tree: grouping.GroupTree | null = null;
  /** Null while no page of groups was read. */
  function treeOf({ groups }: Pick<ShownResponse, 'groups'>) {
    if (groups) tree ??= context.grouping.loaded()?.groupTree(context) ?? null;

    return tree;
  }
  const drawn = computed(() => (shown.value?.groups ? treeOf(shown.value) : null));

  return {
    rows: computed(() => drawn.value?.rows.value ?? null),
    positionOf: (index) => drawn.value?.positionOf(index),
    changeRows: (change) => tree?.changeRows(change),
    readGroup: async (path) => (await tree?.readGroup(path)) ?? [],
    follow(before) {
      if (shown.value) treeOf(shown.value)?.follow(before);
    },
    snapshot: {
      groupBy: computed(() => state.value.groupBy),
      groupSort: computed(() => state.value.groupSort),
      groupChoices: computed(() => groupChoices(template.value?.columns ?? [])),
      groupLines: computed(() => drawn.value?.lines.value ?? null),
      groupCount: computed(() => {
        const groups = shown.value?.groups;

        return groups?.fullRecordInfo ? groups.count : null;
      }),
    },
    functions: {
      ...groupCommands(context),
      toggleGroup: async (path) => tree?.functions.toggleGroup(path),
      showMore: async (path) => tree?.functions.showMore(path),
      retryGroup: async (path) => tree?.functions.retryGroup(path),
    },
  };
}
