import { readFileSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../base/errors.ts';
import { accentStyles, contrastWithWhite, darkEnough, leastContrast, parseColour } from './accentStyles.ts';

/** The look of the pages. Every key is optional. */
export interface BrandingOptions {
  /**
   * Image file (SVG, PNG, WebP or JPEG, at most 512 KiB): a path relative to the working directory, or a file: URL such as
   * `new URL('./logo.svg', import.meta.url)`. Shown 32 pixels high in the menu, 44 on the sign-in page, and as favicon.
   */
  readonly logo?: string | URL;
  readonly colours?: BrandColours;
  /** Text below the sign-in form: English, at most 300 characters, translated by the modules' `locales`. */
  readonly signInText?: string;
}

export interface BrandColours {
  /**
   * Colour of links, active buttons and the focus ring, as `#rrggbb`. Its contrast with white text must be at least 4.5
   * (WCAG AA). The dark theme uses a lighter shade for text.
   */
  readonly accent?: string;
}

/** Validated branding. */
export interface Branding {
  readonly name: string;
  readonly logo: LogoFile | null;
  /** Style sheet with the colours; null without colours. */
  readonly styles: string | null;
  readonly signInText: string | null;
}

interface LogoFile {
  readonly content: Buffer;
  /** Including the dot. */
  readonly extension: string;
  readonly type: string;
}

const longestName = 40;
const longestText = 300;
const largestLogo = 512 * 1024;

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** The name of an application that sets none. */
const defaultName = 'Rowhouse';

/**
 * Validates `name` and `branding` of `defineService`, and reads the logo; null if neither is set.
 *
 * @throws StartError that lists every fault: field, value and remedy.
 */
export function readBranding(
  { name, branding }: { readonly name?: unknown; readonly branding?: unknown },
  folder: string = process.cwd(),
): Branding | null {
  if (name === undefined && branding === undefined) return null;
  const faults: string[] = [];
  const given = (isObject(branding) ? branding : {}) as Record<string, unknown>;
  if (branding !== undefined && !isObject(branding)) {
    faults.push(`branding is ${show(branding)}. Give an object with logo, colours and signInText.`);
  }
  checkKeys(given, ['logo', 'colours', 'signInText'], 'branding', faults);
  const read: Branding = {
    name: name === undefined ? defaultName : readText(name, { field: 'name', longest: longestName }, faults),
    logo: given.logo === undefined ? null : readLogo(given.logo, folder, faults),
    styles: readColours(given.colours, faults),
    signInText:
      given.signInText === undefined
        ? null
        : readText(given.signInText, { field: 'branding.signInText', longest: longestText }, faults),
  };
  if (faults.length === 0) return read;

  throw new StartError(
    `The name and the branding of the service have faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
  );
}

function readText(
  value: unknown,
  { field, longest }: { readonly field: string; readonly longest: number },
  faults: string[],
): string {
  const text = typeof value === 'string' ? value.trim() : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (text === '' || [...text].length > longest || /[\u0000-\u001f]/.test(text)) {
    faults.push(`${field} is ${show(value)}. Give a text of one line, with 1 to ${longest} characters.`);
  }

  return text;
}

function readLogo(value: unknown, folder: string, faults: string[]): LogoFile | null {
  const isFileUrl = value instanceof URL && value.protocol === 'file:';
  if (!isFileUrl && (typeof value !== 'string' || value === '')) {
    faults.push(
      `branding.logo is ${show(value)}. Give the path of an image, or new URL('./logo.svg', import.meta.url).`,
    );
    return null;
  }
  const path = isFileUrl ? fileURLToPath(value as URL) : resolve(folder, value as string);
  const extension = extname(path).toLowerCase();
  const type = types[extension];
  if (type === undefined) {
    faults.push(`branding.logo is ${path}. Give a file that ends with ${Object.keys(types).join(', ')}.`);
    return null;
  }
  try {
    const { size } = statSync(path);
    if (size <= largestLogo) return { content: readFileSync(path), extension, type };
    faults.push(
      `branding.logo is ${path}, which has ${size} bytes. Give one of at most ${largestLogo} bytes.`,
    );
  } catch (error) {
    faults.push(
      `branding.logo is ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}). Give the path of a file.`,
    );
  }

  return null;
}

function readColours(value: unknown, faults: string[]): string | null {
  if (value === undefined) return null;
  if (!isObject(value)) {
    faults.push(`branding.colours is ${show(value)}. Give an object, such as { accent: '#0f5a70' }.`);
    return null;
  }
  checkKeys(value, ['accent'], 'branding.colours', faults);
  if (value.accent === undefined) return null;
  const accent = parseColour(value.accent);
  if (accent === null) {
    faults.push(`branding.colours.accent is ${show(value.accent)}. Give a colour such as "#0f5a70".`);
    return null;
  }
  const contrast = contrastWithWhite(accent);
  if (contrast < leastContrast) {
    faults.push(
      `branding.colours.accent is ${show(value.accent)}, on which white text cannot be read: its contrast is ` +
        `${contrast.toFixed(1)}, and has to be ${leastContrast}. Give a darker one, such as "${darkEnough(accent)}".`,
    );
  }

  return accentStyles(accent);
}

function checkKeys(
  given: Record<string, unknown>,
  known: readonly string[],
  field: string,
  faults: string[],
): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) faults.push(`${field}.${name} is not known. Give ${known.join(', ')}.`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return (value instanceof URL ? value.href : (JSON.stringify(value) ?? String(value))).slice(0, 80);
}
