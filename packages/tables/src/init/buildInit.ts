import type {
  Alignment,
  FilterType,
  InitButton,
  InitColumn,
  InitFilter,
  InitMeta,
  InitResponse,
  InitTemplate,
} from '@rowhouse/table-protocol';
import { alignments, apiVersion, type ColumnFlag, viewModes } from '@rowhouse/table-protocol/internal';
import { declaredType } from '../definition/requestRules.ts';
import { actionRouteNames } from '../template/actionButtons.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template, TemplateButton, TemplateColumn, TemplateFilter } from '../template/Template.ts';
import { enumLabels, type InitContext, ownPath, routePath } from './InitContext.ts';

/**
 * The response of a table's init route: everything that a client needs to draw the table, without rows. Buttons and
 * select filters whose route the caller may not use are omitted, and so is the selection if none of its buttons
 * remains.
 */
export function buildInit(template: Template, config: TableConfig, context: InitContext): InitResponse {
  const { mapping, highlight } = config.style;
  const buttons = initButtons(template, context);
  const filters = initFilters(template, context);
  const align = template.align ?? defaultAlignment(config);
  return {
    apiVersion,
    template: {
      readPath: context.readPath,
      method: template.method,
      debounce: template.debounce,
      dtRowId: template.dtRowId,
      ...(template.rowName && { rowName: [...template.rowName] }),
      model: template.model,
      name: template.name,
      crtNo: template.crtNo,
      selectable: template.selectable && isSelectionOfUse(template, buttons),
      responsive: template.responsive,
      preview: template.preview,
      ...(template.live && { live: true as const }),
      actions: buttons.row.length > 0,
      labels: { ...config.labels },
      lengthMenu: [...template.lengthMenu],
      controls: [...template.controls],
      comparisonOperator: template.comparisonOperator,
      searchModes: [...template.searchModes],
      dateFormat: template.dateFormat,
      timeZone: context.timeZone,
      totalLabel: template.totalLabel,
      ...(filters.length > 0 && { filters }),
      ...context.summaries,
      align: align === null ? [] : [mapping[align]],
      aligns: { left: mapping.left, center: mapping.center, right: mapping.right },
      style: viewModes.filter((mode) => config.style.default.includes(mode)).map((mode) => mapping[mode]),
      styles: {
        compact: mapping.compact,
        striped: mapping.striped,
        bordered: mapping.bordered,
        hover: mapping.hover,
      },
      highlight,
      buttons,
      ...(context.edit && { edit: context.edit.table }),
      columns: template.columns.map((column) => initColumn(column, context)),
    },
    meta: initMeta(template, config, filters),
  };
}

/**
 * Without buttons for selected rows, the host decides about the selection. With them, at least one must be available to
 * the caller.
 */
function isSelectionOfUse({ buttons: all }: Template, usable: InitTemplate['buttons']): boolean {
  const isForSelected = ({ selection }: { readonly selection?: boolean }) => selection === true;

  return (
    ![...all.global, ...all.dropdown].some(isForSelected) ||
    [...usable.global, ...usable.dropdown].some(isForSelected)
  );
}

function defaultAlignment({ style }: TableConfig): Alignment | null {
  return alignments.find((alignment) => style.default.includes(alignment)) ?? null;
}

/** The buttons that the caller may use, with a `path` to request or a `route` of the client. */
function initButtons({ buttons }: Template, context: InitContext): InitTemplate['buttons'] {
  const usable = (list: readonly TemplateButton[]) =>
    list
      .filter(({ routeName }) => routeName === null || context.mayUse(routeName))
      .map((button) => initButton(button, context));
  return {
    global: usable(buttons.global),
    row: usable(buttons.row),
    dropdown: usable(buttons.dropdown),
  };
}

function initButton(
  { type, routeName, params, ...button }: TemplateButton,
  context: InitContext,
): InitButton {
  const sent: InitButton = { ...button, ...(params !== undefined && { params: { ...params } }) };
  if (routeName === null || button.action === undefined) return sent;
  if (button.action === 'router') return { ...sent, route: routeName };
  if (button.action === 'export') {
    const query = params?.format === undefined ? undefined : { format: String(params.format) };

    return { ...sent, path: ownPath(routeName, context, query) };
  }
  const own = context.actions?.get(routeName);
  if (!own) {
    const path = routePath(routeName, context);

    return routeName === context.deletes && type === 'row'
      ? { ...sent, path, deletes: true }
      : { ...sent, path };
  }
  const { form, preview, undo } = actionRouteNames(routeName);

  return {
    ...sent,
    path: ownPath(routeName, context),
    ...(button.selection && { matching: true as const }),
    ...(own.input && { form: ownPath(form, context) }),
    ...(own.update && context.routes.find(preview) && { preview: ownPath(preview, context) }),
    ...(own.undoes !== null && context.routes.find(undo)
      ? {
          undo: ownPath(undo, context),
          ...(own.undoes === 'part' && { partialUndo: true as const }),
        }
      : { undo: null }),
  };
}

/** A column for the client; members that the template does not set are omitted. */
function initColumn(
  column: TemplateColumn,
  { enums, filters, edit, download }: Pick<InitContext, 'enums' | 'filters' | 'edit' | 'download'>,
): InitColumn {
  const { data, align, class: cssClass, tooltip, number, money } = column;
  const type = unlistedType(column, filters);
  const editing = edit?.column(column) ?? null;
  const path = download?.(column) ?? null;
  return {
    name: column.name,
    label: column.label,
    data: data ?? column.name,
    ...(align !== null && { align }),
    ...(cssClass !== null && { class: cssClass }),
    ...(tooltip !== null && { tooltip }),
    ...(column.enum !== null && { enum: enumLabels(column.enum, enums) }),
    ...(type !== null && { type }),
    ...(column.dateFormat !== null && { dateFormat: column.dateFormat }),
    ...(number !== null && { number: initNumber(number) }),
    ...(money !== null && { money: { ...money } }),
    ...(column.resource !== null && { resource: true as const }),
    ...(path !== null && { download: path }),
    ...(editing !== null && { edit: editing }),
    meta: { ...column.meta, editable: editing !== null, hidden: false },
  };
}

/** The type of a filterable column that its other members do not imply. */
function unlistedType(column: TemplateColumn, filters: InitContext['filters']): FilterType | null {
  const { data, meta } = column;
  const rule = meta.filterable && data !== null ? filters?.get(data) : undefined;
  return rule && rule.type !== 'string' && declaredType(column) === null ? rule.type : null;
}

function initNumber({ format, grouping: _, minus: __, ...number }: NonNullable<TemplateColumn['number']>) {
  return { ...number, template: format };
}

/** The filters of a template, without those whose options the caller may not read. */
function initFilters({ filters }: Template, context: InitContext): InitFilter[] {
  return filters
    .filter(({ routeName }) => routeName === null || context.mayUse(routeName))
    .map((filter) => initFilter(filter, context));
}

function initFilter(filter: TemplateFilter, context: InitContext): InitFilter {
  const { label, name, data, type, multiple, routeName } = filter;
  return {
    label,
    name,
    data,
    type,
    ...(filter.enum !== null && { enum: enumLabels(filter.enum, context.enums) }),
    ...(routeName !== null && { path: routePath(routeName, context) }),
    ...(multiple && { multiple }),
    ...filter.passedOn,
    // Clients of @enso-ui/tables write selected values into the filter itself, and fail if a select has no value.
    value: filter.value,
  };
}

/**
 * The initial state of a client, and the features that any column uses; `filters` are those that the caller may use.
 */
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
    // Clients show the filter menu by this flag alone.
    filterable: tagged('filterable') || filters.length > 0,
    translatable: tagged('translatable'),
    cents: tagged('cents'),
    method: tagged('method'),
    resource: columns.some(({ resource }) => resource !== null),
  };
}
