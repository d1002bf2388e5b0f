import type { NumberFormat, SortDirection } from '@rowhouse/table-protocol';
import { searchModes as allSearchModes, columnFlags, tableControls } from '@rowhouse/table-protocol/internal';
import pluralize from 'pluralize-esm';
import type { ShownNumber } from '../format/formatNumber.ts';
import { type LocaleFormats, localeFormats } from '../format/localeFormats.ts';
import { configInLocale } from './configInLocale.ts';
import { deepFreeze, defaultTableConfig } from './defaultTableConfig.ts';
import { camelCase, resolveButtons } from './resolveButtons.ts';
import type { TemplateInput } from './schema.ts';
import type { TableConfig } from './TableConfig.ts';
import type { Template, TemplateColumn, TemplateColumnMeta, TemplateFilter } from './Template.ts';

/**
 * Adds all defaults to a valid template: those of the global configuration if it has the option, otherwise those of the
 * schema. Aliases are resolved and simple buttons expanded. With a locale, a BCP 47 tag, formats that neither the template
 * nor the configuration sets are those of its language. The input is not changed; the result is frozen.
 */
export function resolveTemplate(
  input: TemplateInput,
  given: TableConfig,
  locale: string | null = null,
): Template {
  const config = configInLocale(given, locale);
  const formats = locale === null ? null : { locale, ...localeFormats(locale) };
  const searchModes = input.searchModes ?? allSearchModes;
  return deepFreeze({
    routePrefix: input.routePrefix,
    dataRouteSuffix: input.dataRouteSuffix ?? config.dataRouteSuffix,
    name: input.name ?? '',
    model: input.model ?? defaultModel(input.routePrefix),
    dtRowId: input.dtRowId ?? 'dtRowId',
    rowName: input.rowName ? [...input.rowName] : null,
    crtNo: input.crtNo ?? false,
    cache: input.cache ?? input.countCache ?? false,
    flatten: input.flatten ?? false,
    auth: input.auth ?? false,
    debounce: input.debounce ?? config.debounce,
    lengthMenu: [...(input.lengthMenu ?? config.lengthMenu)],
    method: input.method ?? config.method,
    appends: [...(input.appends ?? [])],
    strip: [...(input.strip ?? [])],
    selectable: input.selectable ?? false,
    responsive: config.responsive,
    preview: input.preview ?? false,
    live: input.live ?? false,
    controls: [...(input.controls ?? tableControls)],
    comparisonOperator: input.comparisonOperator ?? config.comparisonOperator,
    searchMode: input.searchMode ?? (searchModes.includes('full') ? 'full' : searchModes[0]!),
    searchModes: [...searchModes],
    defaultSort: defaultSortName(input),
    defaultSortDirection: (input.defaultSortDirection?.toUpperCase() ?? 'ASC') as SortDirection,
    totalLabel: input.totalLabel ?? 'Total',
    align: input.align ?? null,
    dateFormat: config.dateFormat,
    ...(locale !== null && { locale }),
    filters: (input.filters ?? []).map(resolveFilter),
    buttons: resolveButtons(input, config),
    columns: input.columns.map((column) => resolveColumn(column, config, formats)),
  });
}

/** `orders` → `order`, `system.apiLogs` → `apiLog`. */
function defaultModel(routePrefix: string): string {
  return camelCase(pluralize.singular(routePrefix.split('.').at(-1)!));
}

/** `defaultSort` may be a column's name or its data. */
function defaultSortName({ defaultSort, columns }: TemplateInput): string | null {
  if (defaultSort === undefined) return null;
  if (columns.some(({ name }) => name === defaultSort)) return defaultSort;
  return columns.find(({ data }) => data === defaultSort)?.name ?? null;
}

/** What only clients use. */
function passedOn(filter: NonNullable<TemplateInput['filters']>[number]): TemplateFilter['passedOn'] {
  const { selectLabel, translated, params, pivotParams, custom, slot } = filter;
  const members = Object.entries({ selectLabel, translated, params, pivotParams, custom, slot });

  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function resolveFilter(filter: NonNullable<TemplateInput['filters']>[number]): TemplateFilter {
  return {
    label: filter.label,
    name: filter.name ?? filter.data.split('.').at(-1)!,
    data: filter.data,
    type: filter.type,
    enum: filter.enum ?? null,
    routeName: filter.route ?? null,
    multiple: filter.multiple ?? false,
    value: filter.value ?? (filter.multiple ? [] : null),
    passedOn: passedOn(filter),
  };
}

type ColumnInput = TemplateInput['columns'][number];

/** A column with its resolved number and date format, and every flag. */
function resolveColumn(
  column: ColumnInput,
  config: TableConfig,
  formats: ReaderFormats | null,
): TemplateColumn {
  const format = column.money ?? column.number;
  return {
    name: column.name,
    label: column.label,
    data: column.data ?? null,
    enum: column.enum ?? null,
    dateFormat: dateFormat(column, config),
    tooltip: column.tooltip ?? null,
    class: column.class ?? null,
    align: column.align ?? null,
    number: format === undefined ? null : numberFormat(format, formats),
    money: column.money === undefined ? null : { ...column.money },
    resource: column.resource ?? null,
    meta: columnMeta(column.meta ?? []),
  };
}

/** A column that no template declares. */
export function plainColumn({ name, label, data }: Pick<TemplateColumn, 'name' | 'label' | 'data'>) {
  return resolveColumn({ name, label, ...(data !== null && { data }) }, defaultTableConfig, null);
}

type ReaderFormats = Partial<LocaleFormats> & { readonly locale: string };

/** The separators belong together, and so do the places of symbol and sign: a template that has one of them has both. */
function numberFormat(format: NumberFormat, formats: ReaderFormats | null): ShownNumber {
  const { symbol: own = '' } = format;
  const language = formats?.number?.(own.trim());
  const separators = format.decimal === undefined && format.thousand === undefined ? language : undefined;
  const places = format.format === undefined ? language : undefined;

  return {
    // Spaces at its ends are for the default format: a language has its own.
    symbol: places ? own.trim() : own,
    decimal: format.decimal ?? separators?.decimal ?? '.',
    thousand: format.thousand ?? separators?.thousand ?? ',',
    precision: format.precision ?? 0,
    format: format.format ?? places?.format ?? '%s%v',
    ...(separators && { grouping: separators.grouping, minus: separators.minus }),
    ...(places?.negative && { negative: places.negative }),
    ...(formats && { locale: formats.locale }),
  };
}

function dateFormat({ dateFormat: own, meta = [] }: ColumnInput, config: TableConfig): string | null {
  if (meta.includes('datetime')) return own ?? config.datetimeFormat;
  return meta.includes('date') ? (own ?? config.dateFormat) : null;
}

function columnMeta(tags: NonNullable<ColumnInput['meta']>): TemplateColumnMeta {
  const flags = Object.fromEntries(columnFlags.map((flag) => [flag, tags.includes(flag)]));
  const descending = tags.includes('sort:DESC') ? 'DESC' : null;
  return {
    ...(flags as Record<(typeof columnFlags)[number], boolean>),
    visible: !tags.includes('notVisible'),
    sort: tags.includes('sort:ASC') ? 'ASC' : descending,
  };
}
