import { isForeignKeyFault, withSafeTexts } from '@rowhouse/drivers';
import type { RecordDeletion } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { versionAttribute } from '../definition/fields.ts';
import { notFound } from '../edit/Edit.ts';
import { lockRow } from '../edit/lockRow.ts';
import { parameter } from '../edit/parameter.ts';
import { findRecords, isRecord, readRow, tableOf, updateRecord } from '../edit/records.ts';
import { asSent, present } from '../edit/runEdit.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { recordDependents } from '../related/dependents.ts';
import type { RelatedOptions } from '../related/relatedTables.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { isOfApplication, ofApplication } from '../runtime/applicationErrors.ts';
import type { RecordRequest } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { callRecord } from './writeFields.ts';

/**
 * Deletes the record of a row, or marks it as deleted, in one transaction. Throws `tables.row_not_found`,
 * `tables.row_changed`, `tables.edit_refused` with the `dependents` if other records refer to it, what the functions of the definition throw, and
 * `tables.busy`.
 */
export async function deleteRecord(
  plan: RecordPlan,
  request: RecordRequest & { readonly row: string },
  related: RelatedOptions,
): Promise<void> {
  try {
    await writeTransaction(plan.query.runtime, async (transaction) => {
      const own = withSafeTexts(transaction.withoutPlugins());
      await remove({ plan, request, values: new Map(), transaction, own }, request.row);
    });
  } catch (error) {
    if (!isForeignKeyFault(error) || isOfApplication(error)) throw error;
    // Read after the refusal: rows may have been added since the user saw them.
    throw new TableError(
      'tables.edit_refused',
      'Other records refer to this one, so it was not deleted. Delete or change them first.',
      { cause: error, extensions: { ...(await dependentsOf(plan, request.row, related)) } },
    );
  }
}

/** What a deletion of the record of a row would do. Throws `tables.row_not_found`. */
export async function describeDeletion(
  plan: RecordPlan,
  row: string,
  related: RelatedOptions,
): Promise<RecordDeletion> {
  const options = plan.query.table.definition.records?.delete;
  const { soft, before } = typeof options === 'object' ? options : {};
  const { refused, ...dependents } = await dependentsOf(plan, row, related);
  if (soft !== undefined) return { dependents: [], soft: true };

  // A function may delete or change them first.
  return { ...dependents, ...(refused && before === undefined && { refused }) };
}

async function dependentsOf({ query, record }: RecordPlan, row: string, related: RelatedOptions) {
  const [found] = (await findRecords(query.runtime.db, query, row, [record])) ?? [];
  if (!found) throw notFound(row);

  return recordDependents(query, found, related);
}

async function remove(writing: Parameters<typeof callRecord>[2], rowId: string): Promise<void> {
  const { plan, request, transaction, own } = writing;
  const { query, record } = plan;
  const options = query.table.definition.records?.delete;
  const { soft, before, after } = typeof options === 'object' ? options : {};
  const locked = await lockRow({ query, row: rowId }, transaction, own, new Map([[record, []]]));
  const row = await readRow(transaction, query, rowId);
  const found = locked.get(record)?.found;
  if (row === null || !found) throw notFound(rowId);
  const shown = await present({ ...row }, query, transaction);
  const attribute = versionAttribute(query.table);
  if (
    request.version !== null &&
    attribute !== null &&
    String(asSent(shown[attribute])) !== request.version
  ) {
    throw new TableError(
      'tables.row_changed',
      'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
      { extensions: { current: shown } },
    );
  }
  await loadRelations(transaction, [row], query.table.definition.with ?? {});
  if (before) await callRecord('delete.before', (change) => before({ ...change, row }), writing);
  if (soft === undefined) {
    const { dialect } = query.runtime;
    await sql`delete from ${tableOf(record)} where ${isRecord(record, found.ids, dialect)}`.execute(own);
  } else {
    await updateRecord(own, query, found, [softDeletion(plan, soft)]);
    if ((await readRow(transaction, query, rowId)) !== null) {
      throw ofApplication(
        new Error(
          `A record of table "${query.table.id}" was marked as deleted by "${soft}", but its query still returns it. Add ` +
            `.where('${soft}', 'is', null) to the query.`,
        ),
      );
    }
  }
  if (after) await callRecord('delete.after', (change) => after({ ...change, row }), writing);
}

function softDeletion({ query, record }: RecordPlan, name: string) {
  const column = query.query.names.toDatabase(name.split('.').at(-1) ?? name);
  const stored = record.table.columns.get(column);
  const { kind } = stored ?? {};
  const now = query.runtime.now().toISOString();
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'timestamptz') {
    throw new TableError(
      'tables.invalid_query',
      `Records of table "${query.table.id}" cannot be marked as deleted: "${name}" is no date of "${record.table.name}". Name a ` +
        'column of dates or times under `delete.soft`.',
    );
  }

  return [column, parameter(kind === 'date' ? now.slice(0, 10) : now, kind, query.runtime.dialect)] as const;
}
