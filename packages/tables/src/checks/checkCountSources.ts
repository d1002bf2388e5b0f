import type { Table } from '../definition/Table.ts';
import type { ColumnKinds } from '../query/catalogue.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

/** The sources that a kept count is to follow have to be prepared for it. */
export async function checkCountSources(
  { db }: TableRuntime,
  { template, definition }: Table,
  kinds: ColumnKinds,
): Promise<TemplateFault[]> {
  const sources = definition.count?.sources ?? [];

  if (!template.cache || sources.length === 0) {
    return [];
  }

  const rows = kinds.has('rowhouse_row_counts.source')
    ? await db.selectFrom('rowhouse_row_counts').select('source').execute()
    : [];
  const installed = new Set(rows.map(({ source }) => source));
  const missing = sources.filter((source) => !installed.has(source));

  return missing.length === 0
    ? []
    : [
        {
          path: 'cache',
          code: 'not_installed',
          problem: `The kept count is to follow ${missing.join(', ')}, and nothing records the rows created and deleted there.`,
          remedy: `Run \`await installRowCounts(db, ${JSON.stringify(missing)})\` in a migration.`,
        },
      ];
}
