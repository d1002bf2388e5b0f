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

/**
 * The columns whose values together name a row for users; none if its key is its best name. A name of something else,
 * such as that of a shipping address, names a row only if it is unique.
 */
export function labelOf(
  table: Pick<DescribedTable, 'name' | 'uniqueIndexes'>,
  columns: readonly DescribedColumn[],
): readonly DescribedColumn[] {
  const texts = columns.filter(
    ({ kind, values, list, isRepeated }) => kind === 'text' && !values && !list && !isRepeated,
  );
  const known = new Map(texts.toReversed().map((column) => [wordsOf(column.name), column]));
  const oneOf = (words: readonly string[]) => words.flatMap((word) => known.get(word) ?? [])[0];
  const own = (ending: string) =>
    texts.find(({ name }) => {
      const words = wordsOf(name).replaceAll('_', '');
      return words.endsWith(ending) && isNounOf(words.slice(0, -ending.length), table.name);
    });
  const isUnique = ({ name }: DescribedColumn) =>
    table.uniqueIndexes.some((index) => index.length === 1 && index[0] === name);

  const whole = oneOf(names);
  if (whole) return [whole];
  const [given, family] = [oneOf(first), oneOf(last)];
  if (given && family) return [given, family];
  const other =
    own('name') ??
    oneOf(organisations) ??
    family ??
    oneOf(titles) ??
    endings.flatMap((ending) => own(ending) ?? [])[0] ??
    oneOf(numbers) ??
    texts.find(
      (column) => isUnique(column) && endings.some((word) => wordsOf(column.name).endsWith(`_${word}`)),
    );

  return other ? [other] : [];
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
