import { templates } from '../../../src/modules/users/locales/de.ts';
import { commands } from './de/commands.ts';
import { home } from './de/home.ts';
import { pages } from './de/pages.ts';
import type { Dictionary } from './translate.ts';

/** German. */
export const dictionary: Dictionary = { ...templates, ...pages, ...commands, ...home };
