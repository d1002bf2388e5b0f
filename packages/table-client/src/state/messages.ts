import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { DataResponse, InitTemplate } from '@rowhouse/table-protocol';
import { numberText } from '../numberText.ts';
import type { Translate } from '../TableController.ts';
import type { SortEntry, TableState } from './TableState.ts';

/** Translates with the host's function, if any, then replaces the parameters that the translation still contains. */
export function translator(i18n?: Translate): Translate {
  return (text, params = {}) => {
    const translated: unknown = i18n?.(text, params);

    return (typeof translated === 'string' ? translated : text).replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(params, name) ? String(params[name]) : all,
    );
  };
}

/** A response in words, for screen readers. */
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

  // The rows that match the search and the filters were not counted.
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

/** Makes the text differ from the one before, so that a screen reader repeats it. */
export function sayAgain(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

/** What a screen reader says after a response: the results, and the sort order if it has changed. */
export function useAnnouncement(template: ReadonlySignal<InitTemplate | null>, translate: Translate) {
  const announcement = signal('');
  let announcedSort: TableState['sort'] | null = null;

  return {
    announcement,
    announce(response: DataResponse, { sort }: TableState): void {
      const isResorted = announcedSort !== null && JSON.stringify(announcedSort) !== JSON.stringify(sort);
      const labels = new Map(template.value?.columns.map(({ name, label }) => [name, label]));
      const order = isResorted ? [describeSort(sort, (name) => labels.get(name) ?? name, translate)] : [];

      announcedSort = sort;
      announcement.value = sayAgain(
        announcement.value,
        [...order, describeResults(response, translate)].join('. '),
      );
    },
    forgetSort(): void {
      announcedSort = null;
    },
  };
}
