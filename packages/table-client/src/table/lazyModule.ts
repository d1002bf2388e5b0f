import { unloadedFailure } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';

/** An optional part of a table, loaded on first use. */
export interface LazyModule<Module> {
  /** Null until it is loaded. */
  loaded(): Module | null;
  /** Throws `TableFailure` if it cannot be loaded; the next call tries again. */
  load(): Promise<Module>;
}

export function lazyModule<Module>(create: () => Promise<Module>, translate: Translate): LazyModule<Module> {
  let part: Module | null = null;
  let loading: Promise<Module> | null = null;

  async function start(): Promise<Module> {
    try {
      part = await create();
      return part;
    } catch (error) {
      loading = null;
      throw unloadedFailure(error, translate);
    }
  }

  return {
    loaded: () => part,
    load: () => {
      loading ??= start();
      return loading;
    },
  };
}
