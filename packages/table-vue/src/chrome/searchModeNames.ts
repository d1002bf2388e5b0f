import type { SearchMode } from '@rowhouse/table-protocol';

/** Search modes in plain words, to be translated. A search is split into words, a filter's text is not. */
export const searchModeNames: Readonly<Record<SearchMode, string>> = {
  full: 'Contains all words',
  startsWith: 'Starts with',
  endsWith: 'Ends with',
  exactMatch: 'Exact match',
  doesntContain: 'Does not contain',
};

export const filterModeNames: Readonly<Record<SearchMode, string>> = {
  ...searchModeNames,
  full: 'Contains',
};
