import { signal } from '@preact/signals-core';
import { TableFailure } from '../http/TableProblem.ts';
import { lazyPart } from '../table/lazyPart.ts';
import type { Feature } from '../table/snapshots.ts';
import type { BlockContext } from './blockChange.ts';
import type { PasteShown, PastingFunctions, PastingSnapshot } from './Pasting.ts';

/** Changes of blocks of cells. Loaded with the first one. */
export function createPasting(
  context: Omit<BlockContext, 'pasting'>,
): Feature<PastingSnapshot, PastingFunctions> {
  const pasting = signal<PasteShown | null>(null);
  const { load } = lazyPart(
    async () => (await import('./blockChange.ts')).blockChange({ ...context, pasting }),
    context.translate,
  );
  const run = async (call: (part: PastingFunctions) => Promise<void>) => {
    try {
      await call(await load());
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      if (!context.lifetime.aborted) context.notify('danger', error.problem.message);
    }
  };

  return {
    snapshot: { pasting },
    functions: {
      changeBlock: (block, text) => run((part) => part.changeBlock(block, text)),
      decidePaste: (isConfirmed) => run((part) => part.decidePaste(isConfirmed)),
    },
  };
}
