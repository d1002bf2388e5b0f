import type { InitColumn } from '@rowhouse/table-protocol';
import type { TemplateColumn } from '../template/Template.ts';
import { enumLabels } from './enumLabels.ts';
import type { InitContext } from './InitContext.ts';

/** A column as the client gets it; what the template does not give is left out. */
export function initColumn(column: TemplateColumn, enums: InitContext['enums']): InitColumn {
  const { data, align, class: cssClass, tooltip, number, money } = column;
  return {
    name: column.name,
    label: column.label,
    data: data ?? column.name,
    ...(align !== null && { align }),
    ...(cssClass !== null && { class: cssClass }),
    ...(tooltip !== null && { tooltip }),
    ...(column.enum !== null && { enum: enumLabels(column.enum, enums) }),
    ...(number !== null && { number: initNumber(number) }),
    ...(money !== null && { money: { ...money } }),
    meta: { ...column.meta, hidden: false },
  };
}

function initNumber({ format, ...number }: NonNullable<TemplateColumn['number']>) {
  return { ...number, template: format };
}
