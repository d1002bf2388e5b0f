import type { Pagination } from './dataResponse.ts';

/**
 * Position of a page among the others, computed equally by server and client.
 *
 * @param start zero-based index of the first row
 * @param length rows per page
 * @param filtered number of matching rows; null if unknown
 */
export function pagination(start: number, length: number, filtered: number | null): Pagination {
  const page = Math.floor(start / length) + 1;

  if (filtered === null) {
    return { page, pages: null, atStart: false, atEnd: false, atMiddle: false, middlePages: [] };
  }

  const pages = Math.ceil(filtered / length);
  const atStart = page < 4;
  const atEnd = pages - page < 3;

  return { page, pages, atStart, atEnd, atMiddle: !atStart && !atEnd, middlePages: middlePages(page, pages) };
}

/** The page numbers to show between the first and the last page. */
function middlePages(page: number, pages: number): number[] {
  const wanted =
    page < 4
      ? [2, 3, 4]
      : pages - page < 3
        ? [pages > 4 ? pages - 3 : 0, pages - 2, pages - 1]
        : [page - 1, page, page + 1];

  return wanted.filter((number) => number >= 2 && number <= pages - 1);
}
