import { unloadedFailure } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';

/** An optional part of a table, loaded on first use. */
export interface LazyPart<Part> {
  /** Null until it is loaded. */
  loaded(): Part | null;
  /** Throws `TableFailure` if it cannot be loaded; the next call tries again. */
  load(): Promise<Part>;
}

export function lazyPart<Part>(create: () => Promise<Part>, translate: Translate): LazyPart<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;

  async function start(): Promise<Part> {
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
