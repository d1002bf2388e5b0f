import { templates } from '../../../src/modules/users/locales/de.ts';
import { filterBuilder } from './de/filterBuilder.ts';
import { pages } from './de/pages.ts';
import { table } from './de/table.ts';
import type { Dictionary } from './translate.ts';

/** German. */
export const dictionary: Dictionary = { ...templates, ...table, ...filterBuilder, ...pages };
