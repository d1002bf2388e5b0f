import { commands } from './fr/commands.ts';
import { home } from './fr/home.ts';
import { pages } from './fr/pages.ts';
import { templates } from './fr/templates.ts';
import type { Dictionary } from './translate.ts';

/** French. */
export const dictionary: Dictionary = { ...templates, ...pages, ...commands, ...home };
