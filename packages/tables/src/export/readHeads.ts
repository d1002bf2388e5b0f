import type { AnyRow } from '../definition/TableContext.ts';
import { stepLabel } from '../format/dateSteps.ts';
import { averageOf, decimalText, sumOf } from '../format/decimal.ts';
import { groupColumns } from '../query/groupedRows.ts';
import type { ExportHead } from './ExportWriter.ts';
import type { ExportGroups } from './planGroups.ts';

type Attributes = Record<string, unknown>;

/** Separates group values from rows, block by block. */
export type HeadReader = (rows: AnyRow[]) => readonly ExportHead[];

/** Attribute of rows with the label of their group, in files without lines of groups. */
export const labelPath = (level: number): string => `rowhouselabel${level}`;

/**
 * Returns the lines of the groups that start in a block. Rows then have the attributes of their query, as without groups;
 * and without lines of groups also the label of each of their groups.
 */
export function readHeads({ levels, totals, outlined }: ExportGroups): HeadReader {
  const own = ownColumns(levels.length, totals.length);
  let offsets: readonly unknown[] = [];
  let labels: readonly unknown[] = [];

  const label = (row: Attributes, level: number) => {
    const value = row[groupColumns.value(level)];
    const { group, name } = levels[level] ?? {};
    const step = group?.step ?? null;

    if (name)
      return recordLabel(value, row[groupColumns.name(level)], Number(row[groupColumns.namesakes(level)]));

    return step === null || step === 'day' || typeof value !== 'string' ? value : stepLabel(value, step);
  };
  const figures = (row: Attributes, level: number) =>
    new Map(
      totals.map(({ name, kind }, index) => {
        const sum = sumOf(row[groupColumns.sum(level, index)]);
        const values = row[groupColumns.values(level, index)];

        return [name, sum && decimalText(kind === 'average' ? averageOf(sum, values) : sum)] as const;
      }),
    );

  return (rows) => {
    const heads: ExportHead[] = [];

    for (const [before, row] of (rows as Attributes[]).entries()) {
      const now = levels.map((_level, level) => row[groupColumns.place(level)]);
      const first = now.findIndex((place, level) => place !== offsets[level]);

      if (first !== -1) {
        labels = levels.map((_level, level) => (level < first ? labels[level] : label(row, level)));
        for (let level = first; outlined && level < levels.length; level += 1) {
          const count = Number(row[groupColumns.count(level)]);
          heads.push({ before, level, label: labels[level], count, totals: figures(row, level) });
        }
        offsets = now;
      }
      for (const name of own) delete row[name];
      if (!outlined) for (const [level, text] of labels.entries()) row[labelPath(level)] = text;
    }

    return heads;
  };
}

/** A record is named by its key if it has no name, and by both if others have the same name. */
function recordLabel(key: unknown, name: unknown, namesakes: number): unknown {
  if (name === null || name === undefined) return key;

  return namesakes > 1 ? `${name} (${key})` : name;
}

/** From the last selected attribute backwards: V8 deletes the last property without a cost. */
function ownColumns(levels: number, totals: number): string[] {
  const names = Array.from({ length: levels }, (_, level) => [
    ...[groupColumns.place(level), groupColumns.value(level)],
    ...[groupColumns.name(level), groupColumns.namesakes(level), groupColumns.count(level)],
    ...Array.from({ length: totals }, (_total, index) => [
      groupColumns.sum(level, index),
      groupColumns.values(level, index),
    ]).flat(),
  ]);

  return names.flat().reverse();
}
