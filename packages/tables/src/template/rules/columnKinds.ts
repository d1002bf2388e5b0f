import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, type SoundColumn, soundItems } from './Rule.ts';

interface Part {
  readonly word: string;
  readonly path: string;
}

/** At most one item of each list. */
const exclusive: readonly (readonly string[])[] = [
  ['date', 'datetime', 'boolean', 'enum'],
  ['total', 'rawTotal', 'average'],
  ['money', 'number'],
  ['sort:ASC', 'sort:DESC'],
];
/** Tags for numbers only, with the tags of other types. */
const numeric = ['money', 'number', 'cents', 'total', 'average'];
const notNumeric = ['date', 'datetime', 'boolean', 'enum'];

/** Contradicting tags and options of a column. */
export const columnKinds: Rule = (template) =>
  soundItems(template.columns).flatMap(({ item: column, index }) => {
    const path = `columns[${index}]`;
    const parts = columnParts(column, path);
    return [...exclusiveFaults(parts), ...numericFaults(parts), ...dateFormatFaults(column, path)];
  });

/** The tags and options of a column that imply a type of values. */
function columnParts(column: SoundColumn, path: string): Part[] {
  const options = (['enum', 'money', 'number'] as const).filter((option) => column[option] !== undefined);
  return [
    ...soundItems(column.meta).map(({ item, index }) => ({ word: item, path: `${path}.meta[${index}]` })),
    ...options.map((option) => ({ word: option, path: `${path}.${option}` })),
  ];
}

function exclusiveFaults(parts: readonly Part[]): TemplateFault[] {
  return exclusive.flatMap((words) => {
    const [first, ...others] = parts.filter(({ word }) => words.includes(word));
    return others.map(
      ({ word, path }): TemplateFault => ({
        path,
        code: 'conflict',
        problem: `"${word}" and "${first!.word}" exclude each other.`,
        remedy: 'Remove one of the two.',
      }),
    );
  });
}

function numericFaults(parts: readonly Part[]): TemplateFault[] {
  const kind = parts.find(({ word }) => notNumeric.includes(word));
  if (kind === undefined) return [];
  return parts
    .filter(({ word }) => numeric.includes(word))
    .map(({ word, path }) => ({
      path,
      code: 'conflict',
      problem: `"${word}" is for numbers, but the column is tagged as ${kind.word}.`,
      remedy: `Remove "${word}", or "${kind.word}".`,
    }));
}

function dateFormatFaults(column: SoundColumn, path: string): TemplateFault[] {
  // A refused tag may be a misspelt `date`.
  const isDate = column.meta?.some((tag) => tag === 'date' || tag === 'datetime' || tag === undefined);
  if (column.dateFormat === undefined || isDate) return [];
  return [
    {
      path: `${path}.dateFormat`,
      code: 'no_effect',
      problem: 'The column is not a date, so the date format has no effect.',
      remedy: 'Add the tag "date" or "datetime" to meta, or remove dateFormat.',
    },
  ];
}
