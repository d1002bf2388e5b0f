import type { ReadonlySignal } from '@preact/signals-core';
import type { StateChanges } from '../table/StateChanges.ts';
import { pageStart } from '../table/TableState.ts';

interface PageCommandsContext extends StateChanges {
  /** Null if the number of pages is not known. */
  readonly pages: ReadonlySignal<number | null>;
}

/** The user's changes of the page and its length. */
export function pageCommands({ init, state, pages, show, arrange }: PageCommandsContext) {
  const lengths = () => init.value?.template.lengthMenu ?? [];

  /** The first row of the page stays on the page. */
  function showLength(length: number, autoLength: boolean): void {
    const { start, length: now, autoLength: wasAuto } = state.value;

    if (length !== now) show({ length, autoLength, start: pageStart(start, length) });
    else if (autoLength !== wasAuto) arrange({ autoLength });
  }

  return {
    goToPage: (page: number) => {
      const { start: now, length } = state.value;
      const wanted = Math.min(Math.trunc(page) || 1, pages.value || Number.POSITIVE_INFINITY);
      const start = pageStart((wanted - 1) * length, length);

      if (start !== now) show({ start }, { isStep: true });
    },
    setLength: (length: number | 'auto') => {
      if (length === 'auto') arrange({ autoLength: true });
      else if (lengths().includes(length)) showLength(length, false);
    },
    fitLength: (rows: number) => {
      const most = Math.max(...lengths(), 0);
      if (state.value.autoLength && most > 0) showLength(Math.min(Math.max(Math.trunc(rows), 1), most), true);
    },
  };
}
