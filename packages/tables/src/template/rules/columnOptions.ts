import type { TemplateFault } from '../TemplateFault.ts';
import { faultsByRules, type GivenOptions, type OptionRule } from './optionRules.ts';
import { type Rule, type SoundColumn, soundItems } from './Rule.ts';

/** At most one item of each list. */
const exclusive: readonly (readonly string[])[] = [
  ['date', 'datetime', 'boolean', 'enum'],
  ['total', 'rawTotal', 'average'],
  ['money', 'number'],
  ['sort:ASC', 'sort:DESC'],
];
const notNumeric = ['date', 'datetime', 'boolean', 'enum'];
/** What hides the values of the database. */
const hiding = ['rogue', 'method', 'resource'];

const rules: readonly OptionRule[] = [
  ...['total', 'average', 'cents', 'money', 'number'].map((option) => ({
    option,
    excludes: notNumeric,
    problem: '"{option}" is for numbers, but the column is tagged as {other}.',
    remedy: 'Remove "{option}", or "{other}".',
  })),
  {
    option: 'dateFormat',
    onlyWith: ['date', 'datetime'],
    problem: 'The column is not a date, so the date format has no effect.',
    remedy: 'Add the tag "date" or "datetime" to meta, or remove dateFormat.',
  },
  // Facets and groups show stored values, so they require columns that show the same values.
  ...['facet', 'groupable'].map((option) => ({
    option,
    excludes: hiding,
    problem: '"{option}" shows the values of the database, which "{other}" hides.',
    remedy: 'Remove "{option}", or "{other}".',
  })),
  {
    option: 'facet',
    excludes: ['date', 'datetime', 'money', 'number', 'cents'],
    problem: '"facet" is for texts, but the column has "{other}".',
    remedy: 'Remove "facet", or "{other}".',
  },
  {
    option: 'facet',
    onlyWith: ['filterable'],
    problem: 'A facet needs a filter, but the column is not filterable.',
    remedy: 'Add the tag "filterable" to meta, or remove "facet".',
  },
  {
    option: 'important',
    excludes: ['rogue'],
    code: 'no_effect',
    problem: 'An important column stays longest on a narrow screen, and one tagged "rogue" is never drawn.',
    remedy: 'Remove "important", or "rogue".',
  },
  {
    option: 'editable',
    excludes: ['rogue'],
    problem: '"editable" and "rogue" exclude each other: a rogue column is never drawn.',
    remedy: 'Remove one of the two.',
  },
];

/** Tags and options of a column that contradict each other, or have no effect together. */
export const columnOptions: Rule = (template) =>
  soundItems(template.columns).flatMap(({ item: column, index }) => {
    const given = optionsOf(column, `columns[${index}]`);

    return [...exclusiveFaults(given), ...faultsByRules(rules, given)];
  });

function optionsOf(column: SoundColumn, path: string): GivenOptions {
  const options = (['enum', 'money', 'number', 'dateFormat', 'resource'] as const).filter(
    (option) => column[option] !== undefined,
  );

  return {
    paths: new Map([
      ...soundItems(column.meta).map(({ item, index }) => [item, `${path}.meta[${index}]`] as const),
      ...options.map((option) => [option, `${path}.${option}`] as const),
    ]),
    values: column,
    // A refused tag may be a misspelt one.
    mayBe: () => column.meta?.includes(undefined) ?? false,
    missing: () => `${path}.meta`,
  };
}

function exclusiveFaults({ paths }: GivenOptions): TemplateFault[] {
  return exclusive.flatMap((words) => {
    const [first, ...others] = [...paths].filter(([word]) => words.includes(word));

    return others.map(
      ([word, path]): TemplateFault => ({
        path,
        code: 'conflict',
        problem: `"${word}" and "${first?.[0]}" exclude each other.`,
        remedy: 'Remove one of the two.',
      }),
    );
  });
}
