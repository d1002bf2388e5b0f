import { cells } from './fr/cells.ts';
import { exports } from './fr/exports.ts';
import { filterBuilder } from './fr/filterBuilder.ts';
import { grouping } from './fr/grouping.ts';
import { keys } from './fr/keys.ts';
import { selection } from './fr/selection.ts';
import { summaries } from './fr/summaries.ts';
import { table } from './fr/table.ts';
import { views } from './fr/views.ts';
import type { Texts } from './texts.ts';

/** French. */
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
