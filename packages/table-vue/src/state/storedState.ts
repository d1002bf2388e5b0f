import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';
import { isRecord } from './answers/shape.ts';
import { checkState } from './checkState.ts';
import type { TableState } from './TableState.ts';

/** The part of `localStorage` that a table uses. */
export type TableStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A table's state from one visit to the next. It is kept with a fingerprint of the table's configuration, and ignored
 * when that has changed. Storage that refuses (a private window, a full disk) is as good as none.
 */
export interface StoredState {
  /** What was kept and can still be used; empty when there is nothing. */
  read(init: InitResponse, choices: readonly FilterChoice[]): Partial<TableState>;
  /** `changes` are the members that differ from the template's; without any, nothing is kept. */
  write(changes: Partial<TableState>, init: InitResponse, choices: readonly FilterChoice[]): void;
  forget(): void;
}

export function storedState(storage: TableStorage | null, id: string): StoredState {
  const key = `rowhouse-table:${id}`;
  const forget = () => attempt(() => storage?.removeItem(key));

  return {
    read: (init, choices) => {
      const stored = attempt((): unknown => JSON.parse(storage?.getItem(key) ?? 'null'));

      return isRecord(stored) && stored.fingerprint === fingerprint(init, choices)
        ? checkState(stored.state, init, choices)
        : {};
    },
    write: (state, init, choices) => {
      if (Object.keys(state).length === 0) {
        forget();
      } else {
        attempt(() =>
          storage?.setItem(key, JSON.stringify({ fingerprint: fingerprint(init, choices), state })),
        );
      }
    },
    forget,
  };
}

/** The browser's own storage; null where there is none, or where it may not be touched. */
export function browserStorage(): TableStorage | null {
  return attempt(() => globalThis.localStorage) ?? null;
}

/** A few letters that stand for all in a configuration that a stored state depends on. */
export function fingerprint(
  { apiVersion, template, meta }: InitResponse,
  choices: readonly FilterChoice[],
): string {
  const columns = template.columns.map(({ name, meta: { sortable, sort, visible, rogue } }) => [
    name,
    sortable,
    sort,
    visible,
    rogue,
  ]);
  const filters = choices.map(({ data, type, enum: labels }) => [data, type, Object.keys(labels ?? {})]);
  const { lengthMenu, searchModes, style } = template;

  return hash(
    JSON.stringify([
      apiVersion,
      columns,
      filters,
      lengthMenu,
      searchModes,
      style,
      meta.searchMode,
      meta.length,
      meta.searchable,
    ]),
  );
}

/** FNV-1a, 32 bits. What is read is checked anyway, so that two configurations with one hash do no harm. */
function hash(text: string): string {
  let value = 0x811c9dc5;

  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }

  return (value >>> 0).toString(36);
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
