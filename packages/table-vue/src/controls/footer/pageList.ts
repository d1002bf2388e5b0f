import type { Pagination } from '@rowhouse/table-protocol';

/** Page numbers from the first to the last, with `gap` where some are omitted. Empty if the number of pages is not known. */
export function pageList({ pages, middlePages }: Pagination): (number | 'gap')[] {
  if (pages === null || pages < 1) {
    return [];
  }

  const numbers = [...new Set([1, ...middlePages.filter((page) => page > 1 && page < pages), pages])];

  return numbers.flatMap((page, index) => {
    const before = numbers[index - 1] ?? 0;

    // A gap of a single page shows that page instead.
    if (page - before <= 1) return [page];
    return page - before === 2 ? [page - 1, page] : ['gap', page];
  });
}
