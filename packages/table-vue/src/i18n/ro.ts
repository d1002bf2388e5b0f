import { cells } from './ro/cells.ts';
import { exports } from './ro/exports.ts';
import { filterBuilder } from './ro/filterBuilder.ts';
import { grouping } from './ro/grouping.ts';
import { keys } from './ro/keys.ts';
import { selection } from './ro/selection.ts';
import { summaries } from './ro/summaries.ts';
import { table } from './ro/table.ts';
import { views } from './ro/views.ts';
import type { Texts } from './texts.ts';

/** Romanian. */
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
