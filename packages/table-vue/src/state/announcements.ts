import type { DataResponse } from '@rowhouse/table-protocol';
import { numberText } from '../numberText.ts';
import type { Translate } from '../TableController.ts';
import type { SortEntry } from './TableState.ts';

/** What a screen reader is to say of an answer. */
export function describeResults(
  { data, filtered, fullRecordInfo, filters, pagination }: DataResponse,
  translate: Translate,
): string {
  if (data.length === 0) {
    return translate('No results');
  }

  const { pages } = pagination;
  const page = numberText(pagination.page);
  const count = numberText(filtered);

  const isCounted = (pages !== null && fullRecordInfo) || !filters;
  if (isCounted && filtered === 1) return translate('1 result');
  if (pages !== null && fullRecordInfo) {
    return translate('{count} results, page {page} of {pages}', { count, page, pages: numberText(pages) });
  }

  // Nobody has counted the rows that the search and the filters let through.
  return filters
    ? translate('Page {page}', { page })
    : translate('{count} results, page {page}', { count, page });
}

/** The sort order in words, with the columns' labels. */
export function describeSort(
  sort: readonly SortEntry[],
  labelOf: (name: string) => string,
  translate: Translate,
): string {
  const parts = sort.map(({ name, direction }) =>
    translate(direction === 'ASC' ? '{column} ascending' : '{column} descending', {
      column: translate(labelOf(name)),
    }),
  );
  const [first = '', ...others] = parts;

  return parts.length === 0
    ? translate('Not sorted')
    : translate('Sorted by {order}', {
        order: others.reduce((before, then) => translate('{before}, then {then}', { before, then }), first),
      });
}

/** The text, made different from the one before, so that a screen reader says it again. */
export function sayAgain(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}
