import type { Rule } from './Rule.ts';

/** Options that mean the same are given once. */
export const aliases: Rule = (template) => {
  if (template.cache === undefined || template.countCache === undefined) return [];
  return [
    {
      path: 'countCache',
      code: 'conflict',
      problem: '"countCache" is another name of "cache", and both are given.',
      remedy: 'Remove countCache.',
    },
  ];
};
