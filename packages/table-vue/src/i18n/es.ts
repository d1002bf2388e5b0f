import { cells } from './es/cells.ts';
import { exports } from './es/exports.ts';
import { filterBuilder } from './es/filterBuilder.ts';
import { grouping } from './es/grouping.ts';
import { keys } from './es/keys.ts';
import { selection } from './es/selection.ts';
import { summaries } from './es/summaries.ts';
import { table } from './es/table.ts';
import { views } from './es/views.ts';
import type { Texts } from './texts.ts';

/** Spanish. */
export const texts: Texts = {
  ...table,
  ...cells,
  ...exports,
  ...filterBuilder,
  ...grouping,
  ...selection,
  ...summaries,
  ...keys,
  ...views,
};
