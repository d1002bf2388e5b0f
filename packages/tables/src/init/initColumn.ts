import type { FilterType, InitColumn } from '@rowhouse/table-protocol';
import { declaredType } from '../definition/requestRules.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { enumLabels } from './enumLabels.ts';
import type { InitContext } from './InitContext.ts';

/** A column as the client gets it; what the template does not give is left out. */
export function initColumn(
  column: TemplateColumn,
  { enums, filters }: Pick<InitContext, 'enums' | 'filters'>,
): InitColumn {
  const { data, align, class: cssClass, tooltip, number, money } = column;
  const type = untoldType(column, filters);
  return {
    name: column.name,
    label: column.label,
    data: data ?? column.name,
    ...(align !== null && { align }),
    ...(cssClass !== null && { class: cssClass }),
    ...(tooltip !== null && { tooltip }),
    ...(column.enum !== null && { enum: enumLabels(column.enum, enums) }),
    ...(type !== null && { type }),
    ...(number !== null && { number: initNumber(number) }),
    ...(money !== null && { money: { ...money } }),
    meta: { ...column.meta, hidden: false },
  };
}

/** The type of a filterable column that clients do not see by its other members. */
function untoldType(column: TemplateColumn, filters: InitContext['filters']): FilterType | null {
  const { data, meta } = column;
  const rule = meta.filterable && data !== null ? filters?.get(data) : undefined;
  return rule && rule.type !== 'string' && declaredType(column) === null ? rule.type : null;
}

function initNumber({ format, ...number }: NonNullable<TemplateColumn['number']>) {
  return { ...number, template: format };
}
