import { say } from '@rowhouse/problems';
import { invalidSvg } from '../../errors.ts';
import type { XmlElement } from './readXml.ts';

const outside = 'refers to something outside the file';
const functionOfAddress = /url\s*\(/gi;
const fragmentFunction = /url\(\s*(?:"\s*#[^"\\()]*"|'\s*#[^'\\()]*'|#[^\s"'\\()]*)\s*\)/gi;

/** Whether a URL refers to a part of the same drawing. */
export function isFragment(address: string): boolean {
  return /^\s*#[^\s#]+\s*$/.test(address);
}

/**
 * Checks that a presentation attribute refers only to parts of the drawing. Escapes could hide a reference, so they
 * are refused next to functions.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function checkValue(value: string): void {
  const references = value.match(functionOfAddress)?.length ?? 0;
  const allowed = value.match(fragmentFunction)?.length ?? 0;
  const escaped = value.includes('\\') && value.includes('(');
  if (references > allowed || escaped) throw invalidSvg(outside);
}

/**
 * The same for CSS. Escapes can hide references and `@` rules can load files; drawings need neither.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function checkCss(css: string): void {
  if (css.includes('@')) throw invalidSvg('has a CSS rule with @, such as @import');
  if (css.includes('\\')) throw invalidSvg('has CSS with backslashes');
  checkValue(css);
}

/** Ids of the parts that an attribute refers to. */
function fragmentsIn(value: string): string[] {
  return Array.from(value.matchAll(/url\(\s*["']?\s*#([^\s"'()]*)/gi), ([, id = '']) => id);
}

const maxDrawn = 50_000;

/** Nested elements and followed references together. */
const maxDepth = 500;

/**
 * Limits the number of elements that a drawing has when every reference is followed. References in style sheets are
 * not followed: for them the limits of the drawing process apply.
 *
 * @throws AvatarError `avatars.invalid_image` if the drawing refers to itself or has too many elements.
 */
export function countDrawn(root: XmlElement): void {
  const byId = new Map<string, XmlElement>();
  const counts = new Map<XmlElement, number | 'counting'>();
  collect(root);
  if (count(root, 0) > maxDrawn) throw invalidSvg(say`draws more than ${maxDrawn} elements`);

  function collect(element: XmlElement): void {
    for (const { name, value } of element.attributes) {
      if (name === 'id' && !byId.has(value)) byId.set(value, element);
    }
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  }

  function count(element: XmlElement, depth: number): number {
    if (depth > maxDepth) throw invalidSvg(say`has references nested more than ${maxDepth} deep`);
    const known = counts.get(element);
    if (known === 'counting') throw invalidSvg('has a part that refers to itself');
    if (known !== undefined) return known;
    counts.set(element, 'counting');
    let sum = 1;
    for (const child of element.children) if (typeof child !== 'string') sum += count(child, depth + 1);
    for (const { name, value } of element.attributes) {
      for (const id of name === 'href' ? [value.slice(1)] : fragmentsIn(value)) {
        const target = byId.get(id);
        if (target) sum += count(target, depth + 1);
      }
    }
    counts.set(element, sum);
    return sum;
  }
}
