import type { Rule } from './Rule.ts';

/** The search mode in force at first is among those that are offered. */
export const searchModes: Rule = ({ searchMode, searchModes: offered }) => {
  // A refused word in the list may have been meant as the one that is missed.
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
