import { commands } from './ro/commands.ts';
import { home } from './ro/home.ts';
import { pages } from './ro/pages.ts';
import { templates } from './ro/templates.ts';
import type { Dictionary } from './translate.ts';

/** Romanian. */
export const dictionary: Dictionary = { ...templates, ...pages, ...commands, ...home };
