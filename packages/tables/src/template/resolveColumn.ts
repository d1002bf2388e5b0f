import { columnFlags, type NumberFormat } from '@rowhouse/table-protocol';
import type { TemplateInput } from './schema.ts';
import type { TableConfig } from './TableConfig.ts';
import type { TemplateColumn, TemplateColumnMeta } from './Template.ts';

type ColumnInput = TemplateInput['columns'][number];

/** A column with its number and date format in force, and every flag. */
export function resolveColumn(column: ColumnInput, config: TableConfig): TemplateColumn {
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
    number: format === undefined ? null : numberFormat(format),
    money: column.money === undefined ? null : { ...column.money },
    resource: column.resource ?? null,
    meta: columnMeta(column.meta ?? []),
  };
}

function numberFormat(format: NumberFormat): Required<NumberFormat> {
  return {
    symbol: format.symbol ?? '',
    decimal: format.decimal ?? '.',
    thousand: format.thousand ?? ',',
    precision: format.precision ?? 0,
    format: format.format ?? '%s%v',
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
