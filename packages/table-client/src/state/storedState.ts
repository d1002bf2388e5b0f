import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../filters/Filters.ts';
import { isRecord } from '../responses/shape.ts';
import type { checkState } from './checkState.ts';
import { noPersistedState, type PersistedState } from './OpenView.ts';
import { spelledState } from './spelledState.ts';

/** The part of `localStorage` that a table uses. */
export interface TableStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * A table's state between visits. It is stored with a fingerprint of the table's configuration, and ignored after that has
 * changed. Errors of the storage (a private window, a full disk) are ignored.
 */
export interface StoredState {
  /** Loads the validator of a stored state, if there is one; before `read`. */
  prepare(): Promise<unknown>;
  /** The valid members of the stored state, and its view. */
  read(init: InitResponse, choices: readonly FilterChoice[]): PersistedState;
  /** An empty state without a view removes the stored one. */
  write(persisted: PersistedState, init: InitResponse, choices: readonly FilterChoice[]): void;
  forget(): void;
}

export function storedState(storage: TableStorage | null, id: string): StoredState {
  const key = `rowhouse-table:${id}`;
  let check: typeof checkState | null = null;
  const forget = () => attempt(() => storage?.removeItem(key));

  return {
    prepare: async () => {
      if (attempt(() => storage?.getItem(key)) && check === null)
        ({ checkState: check } = await import('./checkState.ts'));
    },
    read: (init, choices) => {
      const stored = attempt((): unknown => JSON.parse(storage?.getItem(key) ?? 'null'));

      if (check === null || !isRecord(stored) || stored.fingerprint !== fingerprint(init, choices))
        return noPersistedState;
      const state = check(stored.state, init, choices);
      const { view } = stored;

      return {
        state: Object.keys(state).length > 0 ? state : null,
        view: typeof view === 'string' || view === null ? view : undefined,
        isAsSaved: stored.isAsSaved === true,
      };
    },
    write: ({ state, view, isAsSaved }, init, choices) => {
      if (Object.keys(state ?? {}).length === 0 && view === undefined) {
        forget();
        return;
      }
      const stored = { fingerprint: fingerprint(init, choices), state: spelledState(state ?? {}), view };
      attempt(() => storage?.setItem(key, JSON.stringify({ ...stored, ...(isAsSaved && { isAsSaved }) })));
    },
    forget,
  };
}

/** `localStorage`; null if there is none, or access is denied. */
export function browserStorage(): TableStorage | null {
  return attempt(() => globalThis.localStorage) ?? null;
}

/** A hash of the configuration that a stored state depends on. */
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

/** FNV-1a, 32 bits. Collisions are harmless, because the stored state is validated. */
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
