import { pages } from './de/pages.ts';
import { table } from './de/table.ts';
import { templates } from './de/templates.ts';
import type { Dictionary } from './translate.ts';

/** German. */
export const dictionary: Dictionary = { ...templates, ...table, ...pages };
