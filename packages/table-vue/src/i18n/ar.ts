import { cells } from './ar/cells.ts';
import { exports } from './ar/exports.ts';
import { filterBuilder } from './ar/filterBuilder.ts';
import { grouping } from './ar/grouping.ts';
import { keys } from './ar/keys.ts';
import { selection } from './ar/selection.ts';
import { summaries } from './ar/summaries.ts';
import { table } from './ar/table.ts';
import { views } from './ar/views.ts';
import type { Texts } from './texts.ts';

/** Arabic. */
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
