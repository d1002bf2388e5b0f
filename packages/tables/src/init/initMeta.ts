import type { ColumnFlag, InitMeta } from '@rowhouse/table-protocol';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template } from '../template/Template.ts';

/** The state that a client starts from, and which features any column uses; `filters` are those that the caller may use. */
export function initMeta(
  template: Template,
  config: TableConfig,
  filters: readonly unknown[] = template.filters,
): InitMeta {
  const { columns } = template;
  const tagged = (flag: ColumnFlag) => columns.some(({ meta }) => meta[flag]);
  return {
    start: 0,
    length: template.lengthMenu[0]!,
    search: '',
    searchMode: template.searchMode,
    sort: columns.some(({ meta }) => meta.sort !== null),
    forceInfo: false,
    loading: false,
    fullInfoRecordLimit: config.fullInfoRecordLimit,
    total: (['total', 'rawTotal', 'average', 'customTotal'] as const).some(tagged),
    number: columns.some(({ number }) => number !== null),
    enum: columns.some((column) => column.enum !== null),
    date: tagged('date'),
    datetime: tagged('datetime'),
    searchable: tagged('searchable'),
    // Clients draw the filter menu by this flag alone.
    filterable: tagged('filterable') || filters.length > 0,
    translatable: tagged('translatable'),
    cents: tagged('cents'),
    method: tagged('method'),
    resource: columns.some(({ resource }) => resource !== null),
  };
}
