import type { TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { tableId } from '../definition/checkDefinition.ts';
import { timedCache } from '../kernel/access/timedCache.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { ChangedTable, EventBus } from '../kernel/events/EventBus.ts';
import { tableEventTrigger } from '../kernel/events/installTableEvents.ts';
import type { AnnouncedTable, TableEvents } from '../kernel/events/TableEvents.ts';
import { unnamedSources } from './unnamedSources.ts';

interface TableEventsOptions {
  readonly db: Kysely<Database>;
  readonly events: Pick<EventBus, 'onTableChange'>;
  /** Tables on the service's own database. */
  readonly definitions: readonly TableDefinition[];
  /** Name of the data route. */
  readonly routeOf: (definition: TableDefinition) => string;
  /** Undefined for a route that does not exist. */
  readonly pathOf: (route: string) => string | undefined;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

/** Milliseconds between announcements, and before the first one. */
const pause = 1_000;
const gather = 50;
/**
 * Interval in milliseconds at which triggers are looked up again: another process may have run a migration.
 */
const searchAfter = 60_000;

/** Announces the tables that have `live.sources`, if `installTableEvents` has run for all of them. */
export function createTableEvents(options: TableEventsOptions): TableEvents {
  const { db, events } = options;
  const listeners = new Set<(tables: readonly AnnouncedTable[]) => void>();
  const declared = options.definitions.filter(({ live }) => live !== undefined);
  const warn = warnOnce(options.log);
  let bySource: ReadonlyMap<string, readonly AnnouncedTable[]> = new Map();
  const found = timedCache({
    milliseconds: searchAfter,
    load: async (_key: 'all') => {
      const followed = await followedTables(db, declared.flatMap(sourcesOf));
      const entries = declared.flatMap((definition) => {
        const fault = faultOf(definition, followed, db);
        const route = options.routeOf(definition);
        const path = options.pathOf(route);
        if (fault !== null) warn(`Pages of the table "${tableId(definition)}" ask for changes: ${fault}`);

        return fault === null && path !== undefined ? [{ definition, table: { route, path } }] : [];
      });
      const pairs = entries.flatMap(({ definition, table }) =>
        sourcesOf(definition).map((source) => ({ key: followed.get(source) ?? '', table })),
      );
      const groups = Map.groupBy(pairs, ({ key }) => key);
      bySource = new Map([...groups].map(([key, group]) => [key, group.map(({ table }) => table)]));

      return entries.map(({ table }) => table);
    },
  });
  const announce = collector<AnnouncedTable>((tables) => {
    for (const listener of [...listeners]) listener(tables);
  });
  events.onTableChange((changed) => {
    if (listeners.size > 0) announce(bySource.get(keyOf(changed)) ?? []);
  });

  return {
    announced: () => (declared.length === 0 ? Promise.resolve([]) : found.get('all')),
    onChange: (listener) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
  };
}

function sourcesOf({ live }: TableDefinition): readonly string[] {
  return live?.sources ?? [];
}

const keyOf = ({ schema, name }: ChangedTable) => JSON.stringify([schema, name]);

/** Source → key of its table, of the sources that have the trigger. */
async function followedTables(
  db: Kysely<Database>,
  sources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sources.length === 0) return new Map();
  const names = [...new Set(sources)];
  const quoted = names.map((name) =>
    name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  );
  const { rows } = await sql<ChangedTable & { source: string }>`
    select given.source, n.nspname as schema, c.relname as name
    from unnest(${names}::text[], ${quoted}::text[]) as given (source, quoted)
    join pg_class c on c.oid = to_regclass(given.quoted)
    join pg_namespace n on n.oid = c.relnamespace
    where exists (
      select from pg_trigger t
      where t.tgrelid = c.oid and t.tgname = ${tableEventTrigger} and t.tgenabled in ('O', 'A')
    )`.execute(db);

  return new Map(rows.map(({ source, ...table }) => [source, keyOf(table)]));
}

/** Why changes of a table cannot be announced; null if they can. */
function faultOf(
  definition: TableDefinition,
  followed: ReadonlyMap<string, string>,
  db: Kysely<Database>,
): string | null {
  // A change of rows that a user may not see would be announced to that user.
  if (definition.query.length > 1) {
    return 'its query depends on the user or the request. Remove `live.sources` from its definition.';
  }
  const without = sourcesOf(definition).filter((source) => !followed.has(source));
  if (without.length > 0) {
    const list = without.map((source) => `'${source}'`).join(', ');
    return `${without.join(', ')} of \`live.sources\` cannot be followed. Call installTableEvents(db, [${list}]) in a migration.`;
  }
  const unnamed = unnamedSources(definition, db);

  return unnamed.length === 0
    ? null
    : `its query reads ${unnamed.join(', ')}. Add them to \`live.sources\`, and call installTableEvents for them.`;
}

function warnOnce(log: TableEventsOptions['log']): (message: string) => void {
  const warned = new Set<string>();

  return (message) => {
    if (!warned.has(message)) log('warn', message);
    warned.add(message);
  };
}

/** Passes on collected items, at most once in `pause`. */
function collector<Item>(pass: (items: readonly Item[]) => void): (items: readonly Item[]) => void {
  let pending = new Set<Item>();
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;

  return (items) => {
    for (const item of items) pending.add(item);
    if (pending.size === 0 || timer !== undefined) return;
    timer = setTimeout(
      () => {
        const passed = [...pending];
        pending = new Set();
        timer = undefined;
        last = performance.now();
        pass(passed);
      },
      Math.max(gather, last + pause - performance.now()),
    ).unref();
  };
}
