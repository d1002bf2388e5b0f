import { computed, signal } from '@preact/signals-core';
import type { LiveFunctions, LiveMode } from '../../LiveRows.ts';
import type { RowId } from '../../TableController.ts';
import { lazyPart } from '../lazyPart.ts';
import type { TableState } from '../TableState.ts';
import type { LiveTurnsContext } from './liveTurns.ts';

interface LiveRowsContext extends Omit<LiveTurnsContext, 'changedRows' | 'goneRows'> {
  /** Changes the stored part of the view. */
  arrange(changes: Pick<TableState, 'liveMode'>): void;
  reload(): Promise<void>;
}

const none: ReadonlySet<RowId> = new Set();

/** Changes of the rows on the page. Loaded with the first page of a table whose template is live. */
export function useLiveRows(context: LiveRowsContext) {
  const changedRows = signal(none);
  const goneRows = signal(none);
  let held = none;
  const { loaded, load } = lazyPart(async () => {
    const { liveTurns } = await import('./liveTurns.ts');

    return liveTurns({ ...context, changedRows, goneRows });
  }, context.translate);

  async function begin(): Promise<void> {
    try {
      const turns = await load();
      turns.hold(held);
      turns.forget();
    } catch {
      // The rows stay unchanged; the next page tries again.
    }
  }

  return {
    snapshot: { liveMode: computed(() => context.state.value.liveMode), changedRows, goneRows },
    functions: {
      setLiveMode(liveMode: LiveMode): void {
        context.arrange({ liveMode });
        loaded()?.wake();
      },
      showChanges: () => context.reload(),
      holdRows(ids: Iterable<RowId>): void {
        held = new Set(ids);
        loaded()?.hold(held);
      },
    } satisfies LiveFunctions,
    /** The page was read, so no changes are known. */
    forget(): void {
      if (loaded()) loaded()?.forget();
      else if (context.template.value?.live) void begin();
    },
  };
}
