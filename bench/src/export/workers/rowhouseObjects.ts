import { exportByRowhouse } from './exportByRowhouse.ts';

// A plugin sees the values of rows, so that objects are made of them.
await exportByRowhouse('xlsx', [
  { transformQuery: ({ node }) => node, transformResult: async ({ result }) => result },
]);
