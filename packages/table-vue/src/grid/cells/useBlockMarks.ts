import { onBeforeUnmount, type Ref, watch } from 'vue';
import { type BlockRange, type Place, sidesOf } from './blockRange.ts';

/** Marks the cells of a block. Drawn cells are reused for other rows, so marks are updated by the rows' indexes. */
export function useBlockMarks(
  grid: Readonly<Ref<HTMLTableElement | null>>,
  range: Readonly<Ref<BlockRange | null>>,
  elementAt: (place: Place) => HTMLElement | null,
): void {
  function mark(): void {
    const block = range.value;
    for (const cell of grid.value?.querySelectorAll<HTMLElement>('[data-block]') ?? []) {
      cell.removeAttribute('data-block');
      cell.removeAttribute('aria-selected');
    }
    for (let row = block?.top ?? 0; block && row <= block.bottom; row += 1) {
      for (let column = block.start; column <= block.end; column += 1) {
        const cell = elementAt({ row, column });
        cell?.setAttribute('data-block', sidesOf(block, { row, column }).join(' '));
        cell?.setAttribute('aria-selected', 'true');
      }
    }
  }

  const drawn = new MutationObserver(mark);
  watch(
    range,
    (block) => {
      mark();
      drawn.disconnect();
      if (block && grid.value)
        drawn.observe(grid.value, { childList: true, subtree: true, attributeFilter: ['data-row'] });
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => drawn.disconnect());
}
