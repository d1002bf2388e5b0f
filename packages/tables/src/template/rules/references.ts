import { suggestWord } from '../../format/suggestWord.ts';
import { showValue, type TemplateFault } from '../TemplateFault.ts';
import { isAbsent, type Rule, soundItems } from './Rule.ts';

/** Enumerations and resources exist. */
export const references: Rule = (template, { enums, resources }) => [
  ...soundItems(template.columns).flatMap(({ item, index }) => [
    ...unknownName('enumeration', item.enum, enums, `columns[${index}].enum`),
    ...unknownName('resource', item.resource, resources, `columns[${index}].resource`),
  ]),
  ...soundItems(template.filters).flatMap(({ item, index }) =>
    unknownName('enumeration', item.enum, enums, `filters[${index}].enum`),
  ),
];

function unknownName(
  noun: string,
  name: string | undefined,
  known: readonly string[] | null,
  path: string,
): TemplateFault[] {
  if (name === undefined || known === null || known.includes(name)) return [];
  const suggestion = suggestWord(name, known);
  const list = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`;
  return [
    {
      path,
      code: 'unknown_name',
      problem: `No ${noun} is named ${showValue(name)}.`,
      remedy:
        suggestion === undefined
          ? `Register it with the table, or name another. ${list}`
          : `Write "${suggestion}".`,
      ...(suggestion !== undefined && { suggestion }),
    },
  ];
}

/** The columns that name a row exist. */
export const rowName: Rule = ({ rowName: names = [], columns }) => {
  const known = soundItems(columns).flatMap(({ item }) => item.name ?? []);

  return soundItems(names).flatMap(({ item: name, index }): TemplateFault[] => {
    if (known.includes(name)) return [];
    const suggestion = suggestWord(name, known);

    return [
      {
        path: `rowName[${index}]`,
        code: 'unknown_name',
        problem: `No column has the name ${showValue(name)}.`,
        remedy: suggestion === undefined ? `Use one of: ${known.join(', ')}.` : `Write "${suggestion}".`,
        ...(suggestion !== undefined && { suggestion }),
      },
    ];
  });
};

/** The default sort column exists and is a column of the database. */
export const defaultSort: Rule = ({ defaultSort: wanted, columns }, { expressions }) => {
  if (wanted === undefined) return [];
  const sound = soundItems(columns).map(({ item }) => item);
  const column = sound.find(({ name }) => name === wanted) ?? sound.find(({ data }) => data === wanted);
  if (column === undefined) {
    const names = sound.flatMap(({ name, data }) => [name ?? [], data ?? []].flat());
    const suggestion = suggestWord(wanted, names);
    return [
      {
        path: 'defaultSort',
        code: 'unknown_name',
        problem: `No column has the name or the data ${showValue(wanted)}.`,
        remedy: suggestion === undefined ? `Use one of: ${names.join(', ')}.` : `Write "${suggestion}".`,
        ...(suggestion !== undefined && { suggestion }),
      },
    ];
  }
  if (!isAbsent(column, 'data') || expressions.includes(column.name ?? '')) return [];
  return [
    {
      path: 'defaultSort',
      code: 'nested',
      problem: `The column ${showValue(wanted)} is not a column of the query, so rows cannot be sorted by it.`,
      remedy: 'Use a column with data (table.column), or with an expression of the table definition.',
    },
  ];
};

/** The default search mode is one of the available ones. */
export const searchModes: Rule = ({ searchMode, searchModes: offered }) => {
  // A refused word in the list may be a misspelling of the missing one.
  if (searchMode === undefined || offered === undefined || offered.includes(undefined)) return [];
  if (offered.length === 0 || offered.includes(searchMode)) return [];
  return [
    {
      path: 'searchMode',
      code: 'conflict',
      problem: `"${searchMode}" is not among searchModes.`,
      remedy: `Add it there, or use one of: ${offered.join(', ')}.`,
    },
  ];
};

/** Options with the same meaning are given once. */
export const aliases: Rule = (template) => {
  if (template.cache === undefined || template.countCache === undefined) return [];
  return [
    {
      path: 'countCache',
      code: 'conflict',
      problem: '"countCache" is an alias of "cache", and both are given.',
      remedy: 'Remove countCache.',
    },
  ];
};
