import { signal } from '@preact/signals-core';
import { TableFailure } from '../http/TableProblem.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { BlockContext } from './blockChange.ts';
import type { PasteShown, PastingFunctions, PastingSnapshot } from './Pasting.ts';

/** Changes of blocks of cells. Loaded with the first one. */
export function createPasting(
  context: Omit<BlockContext, 'pasting'>,
): Feature<PastingSnapshot, PastingFunctions> {
  const pasting = signal<PasteShown | null>(null);
  const { loaded, load } = lazyModule(
    async () => (await import('./blockChange.ts')).blockChange({ ...context, pasting }),
    context.translate,
  );

  return {
    snapshot: { pasting },
    functions: {
      changeBlock: async (block, text) => {
        try {
          await (await load()).changeBlock(block, text);
        } catch (error) {
          if (!(error instanceof TableFailure)) throw error;
          context.notify('danger', error.problem.message);
        }
      },
      // Without a change, there is nothing to decide.
      decidePaste: async (isConfirmed) => loaded()?.decidePaste(isConfirmed),
    },
  };
}
