import type { TableController } from '@rowhouse/table-client';
import type { FilterChoice, FilterFacet } from '@rowhouse/table-client/internal';
import { computed, onBeforeUnmount, onMounted, ref, watch } from 'vue';
import { type CountedOption, countedOptions, facetKeys, type Option } from './facetOptions.ts';

/** The counts of a filter's options while the component is mounted. */
export function useFacet(table: TableController, { data }: FilterChoice) {
  const facet = computed<FilterFacet | undefined>(() => table.facets[data]);
  /** Set once, so that no option moves away from the user's pointer later. */
  const order = ref<readonly string[] | null>(null);

  watch(facet, (now) => {
    if (now?.status === 'ready') order.value ??= facetKeys(now);
  });
  onMounted(() => table.openFacet(data));
  onBeforeUnmount(() => table.closeFacet(data));

  return {
    facet,
    counted: (options: readonly Option[]): CountedOption[] =>
      countedOptions(options, facet.value, order.value ?? []),
    /** Options keep their order, because the user has started to choose. */
    keepOrder(): void {
      order.value ??= [];
    },
  };
}
