import { onBeforeUnmount, type Ref, watch } from 'vue';
import { type BlockRange, contains, sidesOf } from './blockRange.ts';

/**
 * Marks the cells of a block. Drawn cells are reused for other rows, so marks are updated by the rows' indexes. A change
 * of the block changes only the cells whose mark differs, because a block of a long page has thousands.
 */
export function useBlockOutline(
  grid: Readonly<Ref<HTMLTableElement | null>>,
  range: Readonly<Ref<BlockRange | null>>,
  columns: () => readonly { readonly name: string }[],
): void {
  /** Row → column → cell; only drawn rows. Null until they are needed, and after they were drawn again. */
  let cells: Map<number, Map<string | undefined, HTMLElement>> | null = null;

  function drawnCells() {
    cells ??= new Map(
      [...(grid.value?.querySelectorAll<HTMLTableRowElement>(':scope > tbody > tr[data-row]') ?? [])].map(
        (row) => [
          Number(row.dataset.row),
          new Map([...row.cells].map((cell) => [cell.dataset.column, cell] as const)),
        ],
      ),
    );

    return cells;
  }

  function outline(before: BlockRange | null): void {
    const now = range.value;
    const blocks = [before, now].filter((block) => block !== null);
    const [start, end] = [
      Math.min(...blocks.map((block) => block.start)),
      Math.max(...blocks.map((block) => block.end)),
    ];

    for (const [row, drawn] of drawnCells()) {
      if (!blocks.some(({ top, bottom }) => row >= top && row <= bottom)) continue;
      for (let column = start; column <= end; column += 1) {
        const position = { row, column };
        const wanted = outlineOf(now, position);
        const cell = wanted === outlineOf(before, position) ? undefined : drawn.get(columns()[column]?.name);
        if (cell) setOutline(cell, wanted);
      }
    }
  }

  /** After rows were drawn again: marks are at cells that may now belong to other rows. */
  function outlineAll(): void {
    for (const cell of grid.value?.querySelectorAll<HTMLElement>('[data-block]') ?? [])
      setOutline(cell, null);
    cells = null;
    outline(null);
  }

  const drawn = new MutationObserver(outlineAll);
  watch(
    range,
    (block, before) => {
      if (block === null || before === null) outlineAll();
      else outline(before);
      drawn.disconnect();
      if (block && grid.value)
        drawn.observe(grid.value, { childList: true, subtree: true, attributeFilter: ['data-row'] });
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => drawn.disconnect());
}

/** The borders of the block at a cell, as an attribute; null outside. */
function outlineOf(block: BlockRange | null, position: { readonly row: number; readonly column: number }) {
  return block && contains(block, position) ? sidesOf(block, position).join(' ') : null;
}

function setOutline(cell: HTMLElement, outline: string | null): void {
  if (outline === null) {
    cell.removeAttribute('data-block');
    cell.removeAttribute('aria-selected');
  } else {
    cell.setAttribute('data-block', outline);
    cell.setAttribute('aria-selected', 'true');
  }
}
