import type { DescribedColumn, DescribedTable } from './DescribedTable.ts';
import { joinedText, type SqlText, sqlText } from './SqlText.ts';
import { underscored } from './words.ts';

/** Names of whole rows, best first. */
const names = ['name', 'full_name', 'display_name'];
const organisations = ['company', 'organisation', 'organization', 'business', 'legal', 'trade'].flatMap(
  (word) => [`${word}_name`, `${word}name`],
);
const first = ['first_name', 'firstname', 'given_name', 'forename', 'fname'];
const last = ['last_name', 'lastname', 'family_name', 'surname', 'lname'];
const titles = ['title', 'label', 'subject', 'headline', 'caption'];
const numbers = ['number', 'code', 'username', 'login', 'slug', 'email', 'email_address'];
/** Last words of names that may belong to something else than the row, such as `ship_name` and `postal_code`. */
const endings = ['name', 'title', 'label', 'description', 'number', 'no', 'code'];

type NamedTable = Pick<DescribedTable, 'name' | 'uniqueIndexes' | 'repeatedNames'>;

/**
 * The columns whose values together name a row for users; none if its key is its best name. A name of something else,
 * such as that of a shipping address, names a row only if it is unique.
 */
export function labelOf(table: NamedTable, columns: readonly DescribedColumn[]): readonly DescribedColumn[] {
  const isRepeated = (choice: readonly DescribedColumn[]) =>
    choice.length === 1
      ? choice[0]?.isRepeated === true
      : table.repeatedNames.some((names) => choice.every(({ name }, index) => names[index] === name));

  return labelChoices(table, columns).find((choice) => !isRepeated(choice)) ?? [];
}

/** All columns that could name a row, best first, whether or not their values repeat. */
export function labelChoices(
  table: Pick<NamedTable, 'name' | 'uniqueIndexes'>,
  columns: readonly DescribedColumn[],
): readonly (readonly DescribedColumn[])[] {
  const texts = columns.filter(({ kind, values, list }) => kind === 'text' && !values && !list);
  const known = new Map(texts.toReversed().map((column) => [wordsOf(column.name), column]));
  const all = (words: readonly string[]) => words.flatMap((word) => known.get(word) ?? []);
  const own = (ending: string) =>
    texts.filter(({ name }) => {
      const words = wordsOf(name).replaceAll('_', '');
      return words.endsWith(ending) && isNounOf(words.slice(0, -ending.length), table.name);
    });
  const [given] = all(first);
  const [family] = all(last);
  const single = [
    ...own('name'),
    ...all(organisations),
    ...(family ? [family] : []),
    ...all(titles),
    ...endings.flatMap(own),
    ...all(numbers),
    ...texts.filter(
      (column) =>
        isUnique(table, column) && endings.some((word) => wordsOf(column.name).endsWith(`_${word}`)),
    ),
  ];

  return [
    ...all(names).map((column) => [column]),
    ...(given && family ? [[given, family]] : []),
    ...single.map((column) => [column]),
  ];
}

/** Whether a column alone identifies rows. */
export function isUnique(
  { uniqueIndexes }: Pick<NamedTable, 'uniqueIndexes'>,
  { name }: Pick<DescribedColumn, 'name'>,
): boolean {
  return uniqueIndexes.some((index) => index.length === 1 && index[0] === name);
}

/** The values of the columns as one text, null if all are empty. */
export function labelSql(refs: readonly string[]): SqlText {
  const [only = ''] = refs;

  return refs.length === 1
    ? sqlText(['', ''], only)
    : sqlText(
        ["nullif(trim(concat_ws(' ', ", ")), '')"],
        joinedText(
          refs.map((ref) => sqlText(['', ''], ref)),
          ', ',
        ),
      );
}

function wordsOf(name: string): string {
  return underscored(name).toLowerCase();
}

/** Whether a word is what a table has one of in each row: `category` of `product_categories`. */
function isNounOf(word: string, table: string): boolean {
  const parts = wordsOf(table).split('_');

  return word !== '' && parts.some((_, index) => stemOf(parts.slice(index).join('')) === stemOf(word));
}

/** Without the endings of the plural. */
function stemOf(word: string): string {
  return word.replace(/(ies|es|s|y|e)$/, '');
}
