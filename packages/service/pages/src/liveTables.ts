import type { LiveTable, TableDefaults } from '@rowhouse/table-vue';
import { fetchOrTake } from './api/givenAnswers.ts';
import { backgroundHeader } from './api/request.ts';
import { filteredPath } from './records/recordPath.ts';
import { session } from './session.ts';

/** Live tables in sight, by the path of their data route. */
const shown = new Map<string, Set<{ readonly wake: () => void; readonly table: LiveTable }>>();
/** Tables whose changes the open stream announces. */
let announced: ReadonlySet<string> = new Set();

const shownAt = (path: string) => [...(shown.get(path) ?? [])];

/** `live-tables` of the stream; no paths when the connection is lost. */
export function announceTables(paths: readonly string[]): void {
  announced = new Set(paths);
  for (const [path, entries] of shown) {
    for (const { table } of [...entries]) table.setReliable(announced.has(path));
  }
}

/** `table-changes` of the stream. */
export function wakeTables(paths: readonly string[]): void {
  for (const path of paths) for (const { wake } of shownAt(path)) wake();
}

/**
 * Defaults of all tables of the pages: live ones wait for the stream of events, and do not renew the session. Deletions link to the
 * tables that the user may open.
 */
export const defaultsOfTables: TableDefaults = {
  http: (input, init) =>
    fetchOrTake(
      input,
      init?.priority === 'low'
        ? { ...init, headers: { ...(init.headers as Record<string, string>), [backgroundHeader]: '1' } }
        : init,
    ),
  filteredPath: (table, filters) => {
    const entry = session.tables.find(({ id }) => id === table);

    return entry ? filteredPath(entry, filters) : null;
  },
  liveSource: (wake, table) => {
    const entry = { wake, table };
    const path = table.readPath;
    const entries = shown.get(path) ?? new Set();
    shown.set(path, entries.add(entry));
    table.setReliable(announced.has(path));

    return () => {
      entries.delete(entry);
      if (entries.size === 0 && shown.get(path) === entries) shown.delete(path);
    };
  },
};
