import { cells } from './de/cells.ts';
import { exports } from './de/exports.ts';
import { filterBuilder } from './de/filterBuilder.ts';
import { grouping } from './de/grouping.ts';
import { keys } from './de/keys.ts';
import { selection } from './de/selection.ts';
import { summaries } from './de/summaries.ts';
import { table } from './de/table.ts';
import { views } from './de/views.ts';
import type { Texts } from './texts.ts';

/** German. */
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
