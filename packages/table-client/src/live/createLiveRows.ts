import { computed, signal } from '@preact/signals-core';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { RowId } from '../table/TableRow.ts';
import type { LiveMode, TableState } from '../table/TableState.ts';
import type { LiveFunctions, LiveSnapshot } from './LiveRows.ts';
import type { LiveTurnsContext } from './liveTurns.ts';

interface LiveRowsContext extends Omit<LiveTurnsContext, 'changedRows' | 'goneRows'> {
  /** Changes the stored part of the view. */
  arrange(changes: Pick<TableState, 'liveMode'>): void;
  reload(): Promise<void>;
}

const none: ReadonlySet<RowId> = new Set();

export interface LiveRows extends Feature<LiveSnapshot, LiveFunctions> {
  /** The page was read, so no changes are known. */
  forget(): void;
}

/** Changes of the rows on the page. Loaded with the first page of a table whose template is live. */
export function createLiveRows(context: LiveRowsContext): LiveRows {
  const changedRows = signal(none);
  const goneRows = signal(none);
  let held = none;
  const { loaded, load } = lazyModule(async () => {
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
    },
    forget() {
      if (loaded()) loaded()?.forget();
      else if (context.template.value?.live) void begin();
    },
  };
}
