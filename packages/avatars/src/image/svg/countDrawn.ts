import { fragmentsIn } from './checkReferences.ts';
import { invalidSvg } from './invalidSvg.ts';
import type { XmlElement } from './readXml.ts';

const mostDrawn = 50_000;

/** Elements inside elements, and references in what is referred to. */
const mostDepth = 500;

/**
 * Holds a drawing against the number of elements that it comes to when every reference is followed. Those in style
 * sheets are not: the limits of the renderer hold for them.
 *
 * @throws AvatarError `avatars.invalid_image` when it draws itself, or too much.
 */
export function countDrawn(root: XmlElement): void {
  const byId = new Map<string, XmlElement>();
  const counts = new Map<XmlElement, number | 'counting'>();
  collect(root);
  if (count(root, 0) > mostDrawn) throw invalidSvg(`draws more than ${mostDrawn} elements`);

  function collect(element: XmlElement): void {
    for (const { name, value } of element.attributes) {
      if (name === 'id' && !byId.has(value)) byId.set(value, element);
    }
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  }

  function count(element: XmlElement, depth: number): number {
    if (depth > mostDepth) throw invalidSvg(`refers to parts in parts more than ${mostDepth} deep`);
    const known = counts.get(element);
    if (known === 'counting') throw invalidSvg('has a part that draws itself again');
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
