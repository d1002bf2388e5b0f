import type { Table, TemplateFault } from '@rowhouse/tables';
import {
  type Dialect,
  followedSources,
  type PreparedQuery,
  type TableRuntime,
} from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';

/** The query determines which changes a cached count has to follow, and the database must be prepared for it. */
export async function checkCountSources(
  { db, dialect }: TableRuntime,
  table: Table,
  { query, catalogue }: PreparedQuery,
): Promise<TemplateFault[]> {
  const { sources = [], wholeTable = false } = table.definition.count ?? {};

  if (!table.template.cache || sources.length === 0) {
    return [];
  }

  const followed = followedSources(table, query, catalogue);

  if ('unknown' in followed) {
    return [
      {
        path: 'cache',
        code: 'not_followed',
        problem: `The cached count follows ${sources.join(', ')}, but the number of rows also depends on ${followed.unknown}, whose changes are not recorded. All rows are counted for each request.`,
        remedy:
          'Write the condition with the query builder and columns of tables, or leave `count.sources` out: the count is then up to an hour old. Or remove "cache".',
      },
    ];
  }

  const isInstalled = catalogue.find({ schema: null, name: 'rowhouse_row_counts' });
  const rows = isInstalled
    ? await db.withoutPlugins().selectFrom('rowhouse_row_counts').select('source').execute()
    : [];
  const installed = new Set(rows.map(({ source }) => source));
  const missing = followed.records.filter((record) => !installed.has(record));
  const faults: TemplateFault[] = [];

  if (missing.length > 0) {
    faults.push({
      path: 'cache',
      code: 'not_installed',
      problem: `The cached count follows ${missing.join(', ')}, but changes there are not recorded. All rows are counted for each request.`,
      remedy: `Run \`await installRowCounts(db, ${JSON.stringify(installable(missing))})\` in a migration.`,
    });
  }
  if (missing.length === 0 && !(await hasReading(db, dialect, followed.records))) {
    faults.push({
      path: 'cache',
      code: 'not_installed',
      problem: `The cached count follows ${followed.records.join(', ')}, but changes of some partitions are not recorded. All rows are counted for each request.`,
      remedy: `Run \`await followPartitions(db, ${JSON.stringify(installable(followed.records))})\` after creating or attaching a partition.`,
    });
  }
  if (wholeTable && !followed.isWholeTable) {
    faults.push({
      path: 'cache',
      code: 'conflict',
      problem: `\`count.wholeTable\` is true, but the query does not return every row of ${sources.join(', ')} exactly once: it filters, groups or joins. All rows are counted after each change.`,
      remedy: 'Remove `wholeTable`; it is derived from the query.',
    });
  }

  return faults;
}

async function hasReading<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  records: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{
    reading: string | null;
  }>`select ${dialect.rowCounts.reading(records)} as reading`.execute(db.withoutPlugins());

  return typeof rows[0]?.reading === 'string';
}

/** `users(role)` also records created and deleted rows, so `users` need not be named, too. */
function installable(records: readonly string[]): string[] {
  return records.filter((record) => !records.some((other) => other.startsWith(`${record}(`)));
}
