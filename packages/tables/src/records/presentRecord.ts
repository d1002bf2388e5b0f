import type { RecordForm } from '@rowhouse/table-protocol';
import { versionAttribute } from '../definition/fields.ts';
import { notFound } from '../edit/notFound.ts';
import { present } from '../edit/presentRow.ts';
import { findRecords, readRecord, readRow } from '../edit/records.ts';
import { asSent } from '../edit/seenCell.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { rowName } from '../rows/rowName.ts';
import { formColumns, formValues } from './formValues.ts';
import type { RecordPlan } from './RecordPlan.ts';

/** What a form shows of the record of a row. */
export async function presentRecord(
  plan: RecordPlan,
  row: string,
): Promise<Pick<RecordForm, 'values' | 'row' | 'name' | 'version'>> {
  const { query } = plan;
  const { db, rawDb, dialect } = query.runtime;
  const raw = await readRow(db, query, row);
  if (raw === null) throw notFound(row);
  const columns = formColumns(plan);
  const records = [...columns.keys()];
  const found = (await findRecords(db, query, row, records)) ?? [];
  const stored = new Map(
    await Promise.all(
      records.map(async (record, index) => {
        const each = found[index];

        return [
          record,
          each ? await readRecord(rawDb, dialect, each, columns.get(record) ?? []) : undefined,
        ] as const;
      }),
    ),
  );
  const name = rowName(raw, query.table.template);
  const shown = await present({ ...raw }, query, db);
  const attribute = versionAttribute(query.table);
  const version = attribute === null ? null : asSent(shown[attribute]);

  return {
    values: formValues(plan, (record) => stored.get(record), shown),
    row: sentId(query, shown, row),
    ...(name !== undefined && { name }),
    ...(version !== null && { version: version as string | number }),
  };
}

function sentId(
  { table }: TableQuery,
  shown: Readonly<Record<string, unknown>>,
  row: string,
): string | number {
  const id = shown[table.template.dtRowId];

  return typeof id === 'number' || typeof id === 'string' ? id : row;
}
