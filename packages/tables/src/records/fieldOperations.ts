import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { RecordForm } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { usableRoutes } from '../init/InitContext.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { routeRegistry } from '../RouteRegistry.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { translated } from '../runtime/translated.ts';
import { isFile } from './fileFields.ts';
import { type ParsedValues, parseValues } from './parseRecord.ts';
import { presentRecord } from './presentRecord.ts';
import { planFields, type RecordPlan } from './RecordPlan.ts';
import { formOf, newValues } from './recordForm.ts';
import type { RecordOperationsOptions } from './recordOperations.ts';
import { refusedRecord } from './refusedRecord.ts';
import { updateWithin } from './updateRecord.ts';

/** What a form of the application does with a field of `records`. */
export type FieldUse = 'hidden' | 'shown' | 'editable';

export interface FieldsCall {
  /** IANA time zone of dates and times without one. Defaults to the configured zone. */
  readonly timeZone?: string | null;
  /** BCP 47 tag of the language of formats that are not set. */
  readonly locale?: unknown;
  /** What the form does with a field, by its name. Defaults to `editable` for all. */
  readonly use?: (name: string) => FieldUse;
}

/**
 * The fields of the `records` of a table in forms of the application itself, which writes other columns of the same records: with the
 * same types, rules and permissions, in a transaction of the application. The definition needs `fields` only.
 */
export interface FieldOperations {
  /**
   * The fields that the user has, and their values: those of a row, or the defaults of a new one. Throws
   * `tables.row_not_found`.
   */
  form(
    id: string,
    row: string | null,
    user: unknown,
    call?: FieldsCall,
  ): Promise<Pick<RecordForm, 'fields' | 'values'>>;
  /**
   * Parses values by the names of fields. Throws `tables.invalid_request` with each fault under `values.<field>`; what the user
   * cannot write is refused like a field that does not exist. A new row gets the defaults of the definition, and needs what the
   * database requires.
   */
  parse(
    id: string,
    values: Readonly<Record<string, unknown>>,
    user: unknown,
    call: FieldsCall & { readonly isNew: boolean },
  ): Promise<WritableFields>;
}

export interface WritableFields {
  /**
   * Writes the values that differ to a row that exists in the transaction, and returns these: field → the value before, as the
   * driver gives it, and the new one, in the form of `EditChange.value`. Throws `tables.row_not_found` if it is not one of the user's
   * rows, `tables.invalid_request` with each fault under `values.<field>`, and what functions of the fields throw.
   */
  write(
    transaction: unknown,
    row: string,
  ): Promise<Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>>;
  /**
   * The `tables.invalid_request` for an error of the database by which the transaction failed, with the fields that are the cause;
   * other errors are returned unchanged. `row` is null if it does not exist outside of the transaction.
   */
  refusal(error: unknown, row: string | null): Promise<unknown>;
}

export function fieldOperations(options: RecordOperationsOptions): FieldOperations {
  const { queriesOf, permits, routes = routeRegistry() } = options;

  return {
    form: (id, row, user, call = {}) =>
      translated(async () => {
        const plan = await planFor(queriesOf(id), { row, user, isNew: row === null, call, options });
        const { template } = plan.query.table;
        const names = await usableRoutes(template, permits, user);
        const context = {
          routes,
          pathParams: {},
          locale: template.locale,
          mayUse: (name: string) => names.has(name),
        };
        const values = row === null ? newValues(plan) : (await presentRecord(plan, row)).values;

        return { fields: formOf(plan, context), values };
      }),
    parse: (id, values, user, call) =>
      translated(async () => {
        const plan = await planFor(queriesOf(id), { row: null, user, isNew: call.isNew, call, options });

        return writable(plan, await parseValues(plan, { values }, call.isNew));
      }),
  };
}

interface Planning {
  readonly row: string | null;
  readonly user: unknown;
  readonly isNew: boolean;
  readonly call: FieldsCall;
  readonly options: RecordOperationsOptions;
}

async function planFor(
  queries: TableQueries,
  { row, user, isNew, call, options }: Planning,
): Promise<RecordPlan> {
  const { timeZone, locale, use = () => 'editable' } = call;
  const request = { locale, ...(row !== null && { meta: { row } }) };
  const query = await queries.prepare(request, user, timeZone, { usesKeys: false });
  const plan = await planFields(query, options, isNew);
  const fields = plan.fields.flatMap((field) => {
    const of = use(field.name);
    if (of === 'hidden') return [];

    // Files are sent by the form of the record.
    return of === 'shown' || isFile(field) ? { ...field, isReadOnly: true } : field;
  });

  return { ...plan, fields };
}

function writable(plan: RecordPlan, values: ParsedValues): WritableFields {
  return {
    async write(given, row) {
      if (values.size === 0) return {};
      const transaction = given as Kysely<AnyDatabase>;
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      const request = {
        ...{ row, values: {}, expected: {}, version: null, requestId: null },
        ...{ params: undefined, locale: undefined },
      };
      const { before } = await updateWithin({ plan, request, values, transaction, rawDb }, row, {
        hooks: {},
        isRecorded: false,
      });

      return Object.fromEntries(
        [...before].map(([field, from]) => [field.name, { from, to: values.get(field) }]),
      );
    },
    async refusal(error, row) {
      if (!isRefusedWrite(error) || isOfApplication(error)) return error;

      return refusedRecord(error, plan, values, row);
    },
  };
}
