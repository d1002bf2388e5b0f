import type { MadeColumn } from './MadeQuery.ts';
import { humanised } from './words.ts';

/** Lower-case words with `_`, `-` or a capital between them: sentence case hides nothing of these. */
const identifier = /^\p{L}\p{Ll}*\p{N}*(?:[_-]\p{Ll}+\p{N}*|_\p{N}+|\p{Lu}\p{Ll}+)*$/u;

/**
 * Value → label. `in_stock` is "In stock"; if that would hide a character of one value, such as the sign of `A+`, or
 * give two values one label, all values are their own labels.
 */
export function valueLabels(values: readonly string[]): Readonly<Record<string, string>> {
  const labels = values.map(humanised);
  const isClear =
    values.every((value) => value === '' || identifier.test(value)) && new Set(labels).size === labels.length;

  return Object.fromEntries(values.map((value, index) => [value, (isClear && labels[index]) || value]));
}

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
