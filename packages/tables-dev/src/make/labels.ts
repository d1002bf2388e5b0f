import { humanised } from '@rowhouse/tables/internal';
import type { MadeColumn } from './MadeQuery.ts';

/** The columns, of which no two have one label: the names of columns in rows tell them apart. */
export function withDistinctLabels(columns: readonly MadeColumn[]): readonly MadeColumn[] {
  const byLabel = Map.groupBy(columns, ({ template: { label } }) => String(label));
  const known = new Set(byLabel.keys());

  return columns.map((column) => {
    const { template } = column;
    const alike = byLabel.get(String(template.label)) ?? [];
    if (alike.length === 1) return column;
    const labels = alike.map(({ template: { name } }) => humanised(name) || name);
    const isClear =
      new Set(labels).size === labels.length &&
      labels.every((label) => label === template.label || !known.has(label));

    return {
      ...column,
      template: { ...template, label: isClear ? humanised(template.name) : template.name },
    };
  });
}
