import { computed, type ReadonlySignal } from '@preact/signals-core';
import { combinedFilter, plainFilters } from '../conditions/conditions.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { StateChanges } from '../table/StateChanges.ts';
import type { Feature } from '../table/snapshots.ts';
import type { FilterChoice, FiltersFunctions, FiltersSnapshot } from './Filters.ts';
import { optionsLimits, readFilterOptions } from './filterChoices.ts';
import { filterCommands } from './filterCommands.ts';

interface FiltersContext extends StateChanges {
  readonly choices: ReadonlySignal<readonly FilterChoice[]>;
  readonly send: SendRequest;
  readonly translate: Translate;
}

/** The search and the filters. */
export function createFilters(context: FiltersContext): Feature<FiltersSnapshot, FiltersFunctions> {
  const { state, choices, send, translate } = context;
  const conditions = computed(() => state.value.conditions);

  return {
    snapshot: {
      search: computed(() => state.value.search),
      searchMode: computed(() => state.value.searchMode),
      conditions,
      filters: computed(() => plainFilters(conditions.value)),
      where: computed(() => combinedFilter(conditions.value)),
      filterChoices: choices,
    },
    functions: {
      ...filterCommands(context),
      filterOptions: (choice, query, limit = optionsLimits.first) =>
        readFilterOptions(choice, { query, limit }, send, translate),
    },
  };
}
