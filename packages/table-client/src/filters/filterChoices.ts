import type { FilterType, InitColumn, InitTemplate } from '@rowhouse/table-protocol';
import { malformedFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { isRecord } from '../responses/shape.ts';
import type { FilterChoice } from './Filters.ts';

/** The filters that a user can add: the template's own ones first, then the other filterable columns. */
export function filterChoices({ filters = [], columns }: InitTemplate): FilterChoice[] {
  const declared = new Set(filters.map(({ data }) => data));

  return [
    ...filters,
    ...columns.flatMap((column) => columnChoice(column)).filter(({ data }) => !declared.has(data)),
  ];
}

function columnChoice({ name, label, data, enum: labels, ...column }: InitColumn): FilterChoice[] {
  if (!column.meta.filterable || data === undefined) {
    return [];
  }

  const type = column.type ?? columnType({ ...column, enum: labels });

  return [
    {
      label,
      name,
      data,
      type,
      ...(labels && { enum: labels }),
    },
  ];
}

/** The same rules, in the same order, as on the server. */
function columnType({ meta, enum: labels, number, money }: Omit<InitColumn, 'name' | 'label'>): FilterType {
  if (meta.boolean) return 'boolean';
  if (meta.date || meta.datetime) return 'date';
  if (labels) return 'enum';

  return number || money ? 'number' : 'string';
}

/** Number of options in the first request, and the most in a later one, which repeats those before. */
export const optionsLimits = { first: 100, most: 1000 } as const;

/** An option of a select filter. */
export interface FilterOption {
  readonly id: string | number;
  readonly name: string;
}

/** Reads at most `limit` options of a select filter, or rows of another table, whose names match `query`. Throws `TableFailure`. */
export async function readFilterOptions(
  { path, translated = false, names }: FilterChoice,
  { query, limit }: { readonly query: string; readonly limit: number },
  send: SendRequest,
  translate: Translate,
): Promise<FilterOption[]> {
  if (path === undefined) {
    return [];
  }

  const payload = names
    ? {
        ...names.request,
        meta: { names: { query, limit, ...(names.row !== null && { row: names.row }) } },
      }
    : { paginate: limit, query, searchMode: 'full', trackBy: 'id' };
  const sent: unknown = await send({ method: 'GET', path, payload }, 'options');
  const response = names && isRecord(sent) ? sent.names : sent;

  if (!Array.isArray(response)) {
    throw malformedFailure('options', translate, {
      status: 200,
      path: 'body',
      fault: translate('It is not a list.'),
    });
  }

  const options = response.flatMap(readOption);

  return translated ? options.map(({ id, name }) => ({ id, name: translate(name) })) : options;
}

function readOption(option: unknown): FilterOption[] {
  const { id, name } = isRecord(option) ? option : {};

  return typeof id === 'string' || typeof id === 'number' ? [{ id, name: String(name ?? id) }] : [];
}
