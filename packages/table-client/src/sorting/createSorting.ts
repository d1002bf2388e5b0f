import { computed } from '@preact/signals-core';
import type { StateChanges } from '../table/StateChanges.ts';
import type { Feature } from '../table/snapshots.ts';
import type { SortingFunctions, SortingSnapshot } from './Sorting.ts';
import { sortCommands } from './sortCommands.ts';

export function createSorting(context: StateChanges): Feature<SortingSnapshot, SortingFunctions> {
  return {
    snapshot: { sort: computed(() => context.state.value.sort) },
    functions: sortCommands(context),
  };
}
