import type { TableController } from '@rowhouse/table-client';
import { limitedWidth } from '@rowhouse/table-client/internal';
import { onBeforeUnmount, type Ref, ref } from 'vue';
import type { ColumnWidths } from './useColumnWidths.ts';

/** Distance in CSS pixels after which a press on a header becomes a drag. */
const threshold = 6;

export interface ColumnDragContext {
  readonly table: TableController;
  readonly grid: Readonly<Ref<HTMLTableElement | null>>;
  readonly sizes: Pick<ColumnWidths, 'preview' | 'resize' | 'fitToContent'>;
  /** Called after a column has moved. */
  afterMove(name: string): void;
}

interface Drag {
  /** Receives the pointer's position in the window. */
  onMove(x: number): void;
  onEnd(): void;
  onCancel(): void;
}

/** Columns are resized by the handle of their header, and moved by the header itself, with a mouse, pen or finger. */
export function useColumnDrag({ table, grid, sizes, afterMove }: ColumnDragContext) {
  /** The dragged column and its target, as steps past visible columns. */
  const moved = ref<{ readonly name: string; readonly steps: number } | null>(null);
  let cancel: (() => void) | null = null;

  const isRightToLeft = () => grid.value !== null && getComputedStyle(grid.value).direction === 'rtl';

  /** Calls `onMove` with the pointer, then `onEnd` when it is released, or `onCancel`. */
  function follow(pointer: PointerEvent, { onMove, onEnd, onCancel }: Drag): void {
    cancel?.();
    const drag = new AbortController();
    const { signal } = drag;
    const isOwn = (event: PointerEvent) => event.pointerId === pointer.pointerId;
    const stop = (last: () => void) => {
      drag.abort();
      cancel = null;
      last();
      moved.value = null;
    };
    cancel = () => stop(onCancel);
    window.addEventListener('pointermove', (event) => isOwn(event) && onMove(event.clientX), { signal });
    window.addEventListener('pointerup', (event) => isOwn(event) && stop(onEnd), { signal });
    window.addEventListener('pointercancel', (event) => isOwn(event) && cancel?.(), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel?.(), {
      signal,
      capture: true,
    });
  }

  function startResize(event: PointerEvent, header: HTMLTableCellElement): void {
    const name = header.dataset.column ?? '';
    const before = table.columns.find((column) => column.name === name)?.width ?? null;
    const from = header.getBoundingClientRect().width;
    const direction = isRightToLeft() ? -1 : 1;
    let width = from;
    // Prevents selecting text and moving the focus.
    event.preventDefault();
    follow(event, {
      onMove: (x) => {
        width = limitedWidth(from + direction * (x - event.clientX));
        sizes.preview(name, width);
      },
      onEnd: () => {
        if (width !== from) sizes.resize(name, width);
      },
      onCancel: () => {
        if (width !== from) sizes.resize(name, before);
      },
    });
  }

  function startMove(event: PointerEvent, header: HTMLTableCellElement): void {
    const name = header.dataset.column ?? '';
    const column = table.shownColumns.find((shown) => shown.name === name);
    const group = table.shownColumns.filter(({ pinned }) => pinned === column?.pinned);
    const from = group.findIndex((shown) => shown.name === name);
    follow(event, {
      onMove: (x) => {
        if (moved.value === null && Math.abs(x - event.clientX) < threshold) return;
        const to = group.findIndex((shown) => isWithin(headerOf(shown.name), x));
        moved.value = { name, steps: to === -1 ? (moved.value?.steps ?? 0) : to - from };
      },
      onEnd: () => {
        const steps = moved.value?.steps;
        if (steps === undefined) return;
        ignoreClick();
        if (steps === 0) return;
        table.moveColumn(name, steps);
        afterMove(name);
      },
      onCancel: () => undefined,
    });
  }

  const headerOf = (name: string) =>
    grid.value?.querySelector<HTMLElement>(`thead th[data-column="${CSS.escape(name)}"]`) ?? null;

  function onPointerdown(event: PointerEvent): void {
    const { target, button } = event;
    const header =
      target instanceof Element ? target.closest<HTMLTableCellElement>('thead th[data-column]') : null;
    if (!header || button !== 0 || !(target instanceof Element)) return;

    if (target.closest('[data-rh=resize]')) startResize(event, header);
    // A finger scrolls; on touch screens, columns are moved by the header's menu.
    else if (event.pointerType !== 'touch' && !target.closest('[data-rh=menu], [data-rh=unsort]'))
      startMove(event, header);
  }

  function onDblclick({ target }: MouseEvent): void {
    const handle = target instanceof Element ? target.closest('[data-rh=resize]') : null;
    const name = handle?.closest<HTMLElement>('th')?.dataset.column;
    if (name !== undefined) sizes.fitToContent(name);
  }

  onBeforeUnmount(() => cancel?.());

  return { moved, onPointerdown, onDblclick };
}

function isWithin(element: HTMLElement | null, x: number): boolean {
  const { left, right } = element?.getBoundingClientRect() ?? { left: 1, right: 0 };

  return left <= x && x < right;
}

/** The release of the pointer would be a click on the header, which sorts. */
function ignoreClick(): void {
  const ignore = (click: Event) => click.stopPropagation();
  window.addEventListener('click', ignore, true);
  setTimeout(() => window.removeEventListener('click', ignore, true));
}
