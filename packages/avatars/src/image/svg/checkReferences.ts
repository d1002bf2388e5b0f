import { invalidSvg } from './invalidSvg.ts';

const outside = 'refers to something outside the file';
const functionOfAddress = /url\s*\(/gi;
const fragmentFunction = /url\(\s*(?:"\s*#[^"\\()]*"|'\s*#[^'\\()]*'|#[^\s"'\\()]*)\s*\)/gi;

/** Whether an address leads to a part of the same drawing. */
export function isFragment(address: string): boolean {
  return /^\s*#[^\s#]+\s*$/.test(address);
}

/**
 * Holds a presentation attribute against the rule that only parts of the drawing are referred to. With an escape,
 * nobody can tell.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function checkValue(value: string): void {
  const wanted = value.match(functionOfAddress)?.length ?? 0;
  const allowed = value.match(fragmentFunction)?.length ?? 0;
  const escaped = value.includes('\\') && value.includes('(');
  if (wanted > allowed || escaped) throw invalidSvg(outside);
}

/**
 * The same for CSS. Escapes could spell anything, and rules with `@` import or load: neither is in drawings.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function checkCss(css: string): void {
  if (css.includes('@')) throw invalidSvg('has a CSS rule with @, such as @import');
  if (css.includes('\\')) throw invalidSvg('has CSS with backslashes');
  checkValue(css);
}

/** The parts of the drawing that an attribute refers to. */
export function fragmentsIn(value: string): string[] {
  return Array.from(value.matchAll(/url\(\s*["']?\s*#([^\s"'()]*)/gi), ([, id = '']) => id);
}
