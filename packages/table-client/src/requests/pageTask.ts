import type { StateStore } from '../table/StateStore.ts';
import { pageStart, type TableState } from '../table/TableState.ts';
import type { RequestTask } from './createNewestRequest.ts';
import type { ShownResponse } from './pageReader.ts';

interface PageTaskContext {
  readonly tableState: StateStore;
  read(signal: AbortSignal): Promise<ShownResponse>;
  show(response: ShownResponse): void;
  /** Called after the change of `show`. */
  onShown(response: ShownResponse): void;
  /** Called before `show`, and after a failure. */
  onEnd(): void;
}

/** Reads a page; the last page if it is after the end, and the template's state if a restored one is refused. */
export function pageTask(context: PageTaskContext): RequestTask<ShownResponse> {
  const { tableState, read, show, onShown, onEnd } = context;
  let isCorrected = false;

  return {
    isLoading: true,
    send: read,
    accept: (response) => {
      tableState.trust();

      if (!isAfterEnd(response, tableState.state.value)) {
        onEnd();
        show(response);
        return undefined;
      }

      tableState.change({ start: isCorrected ? 0 : lastPageStart(response) });
      tableState.keep();
      isCorrected = true;

      return 'again';
    },
    accepted: onShown,
    refuse: ({ kind }) => {
      if (kind === 'refused' && tableState.dropUntried()) return 'again';
      onEnd();

      return undefined;
    },
  };
}

/** True if the current page has no rows. A page that the user has left in the meantime is not corrected. */
function isAfterEnd({ body, groups, state: { start, length } }: ShownResponse, now: TableState): boolean {
  return (
    (groups?.groups ?? body.data).length === 0 && start > 0 && start === now.start && length === now.length
  );
}

/** The first row of the last page; 0 if the number of pages is not known, or the last page is not before this one. */
function lastPageStart({ body, state: { start, length } }: ShownResponse): number {
  const last = pageStart(((body.pagination.pages ?? 0) - 1) * length, length);

  return last < start ? last : 0;
}
