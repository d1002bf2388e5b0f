import { commands } from './ar/commands.ts';
import { home } from './ar/home.ts';
import { pages } from './ar/pages.ts';
import { templates } from './ar/templates.ts';
import type { Dictionary } from './translate.ts';

/** Arabic. */
export const dictionary: Dictionary = { ...templates, ...pages, ...commands, ...home };
