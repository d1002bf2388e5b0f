import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { DataResponse, InitTemplate } from '@rowhouse/table-protocol';
import type { Translate } from '../language/translator.ts';
import type { SortEntry, TableState } from './TableState.ts';

/** A response as text for screen readers. */
export function describeResults(
  { data, filtered, fullRecordInfo, filters, pagination }: DataResponse,
  translate: Translate,
): string {
  if (data.length === 0) {
    return translate('No results');
  }

  const { pages } = pagination;
  const { page } = pagination;
  const count = filtered;
  if (pages !== null && fullRecordInfo) {
    return translate('{count|# result|# results, page {page} of {pages}}', { count, page, pages });
  }

  // The rows that match the search and the filters were not counted.
  return filters
    ? translate('Page {page}', { page })
    : translate('{count|# result|# results, page {page}}', { count, page });
}

/** A response with groups as text. */
export function describeGroups(groups: number, { filtered }: DataResponse, translate: Translate): string {
  return translate('{groups|# group|# groups} with {rows|# row|# rows}', { groups, rows: filtered });
}

/** The sort order as text, with the columns' labels. */
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

/** The text, made to differ from the one before: screen readers do not repeat an equal one. */
export function sayAgain(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

/** Text for screen readers after a response: the results, and the sort order if it has changed. */
export function createAnnouncement(template: ReadonlySignal<InitTemplate | null>, translate: Translate) {
  const announcement = signal('');
  let announcedSort: TableState['sort'] | null = null;

  return {
    announcement,
    /** `groups` is the number of groups, if the rows are grouped. */
    announce(response: DataResponse, { sort }: TableState, groups: number | null = null): void {
      const isResorted = announcedSort !== null && JSON.stringify(announcedSort) !== JSON.stringify(sort);
      const labels = new Map(template.value?.columns.map(({ name, label }) => [name, label]));
      const order = isResorted ? [describeSort(sort, (name) => labels.get(name) ?? name, translate)] : [];

      announcedSort = sort;
      announcement.value = sayAgain(
        announcement.value,
        [
          ...order,
          groups ? describeGroups(groups, response, translate) : describeResults(response, translate),
        ].join('. '),
      );
    },
    forgetSort(): void {
      announcedSort = null;
    },
  };
}
