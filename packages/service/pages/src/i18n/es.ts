import { commands } from './es/commands.ts';
import { home } from './es/home.ts';
import { pages } from './es/pages.ts';
import { templates } from './es/templates.ts';
import type { Dictionary } from './translate.ts';

/** Spanish. */
export const dictionary: Dictionary = { ...templates, ...pages, ...commands, ...home };
