import {
  type Alignment,
  alignments,
  apiVersion,
  type InitResponse,
  type InitTemplate,
  viewModes,
} from '@rowhouse/table-protocol';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template } from '../template/Template.ts';
import type { InitContext } from './InitContext.ts';
import { initButtons } from './initButtons.ts';
import { initColumn } from './initColumn.ts';
import { initFilters } from './initFilters.ts';
import { initMeta } from './initMeta.ts';

/**
 * The answer of a table's init route: all that a client needs to draw the table, without a row. Buttons, and
 * select filters, whose route the caller may not use are left out, and so is a selection that no button is left for.
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
      model: template.model,
      name: template.name,
      crtNo: template.crtNo,
      selectable: template.selectable && isSelectionOfUse(template, buttons),
      responsive: template.responsive,
      preview: template.preview,
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
      columns: template.columns.map((column) => initColumn(column, context)),
    },
    meta: initMeta(template, config, filters),
  };
}

/** Without buttons for selected rows, the selection is the host's own matter. With them, one has to be left to the caller. */
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
