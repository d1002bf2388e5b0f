import { checkCss, checkValue, isFragment } from './checkReferences.ts';
import { countDrawn } from './countDrawn.ts';
import { fitRoot } from './fitRoot.ts';
import { invalidSvg } from './invalidSvg.ts';
import { readXml, type XmlAttribute, type XmlElement } from './readXml.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Elements that are drawn, or say how. */
const drawn = new Set(
  `svg g a switch defs symbol use marker path rect circle ellipse line polyline polygon text tspan textPath style
  linearGradient radialGradient stop pattern clipPath mask filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
);

/** Elements that draw what is not in the drawing, or another file inside it. */
const pictures = new Set(['image', 'feImage']);

/**
 * Writes an SVG anew from what of it is drawn, to be rasterised at `size`×`size`.
 *
 * - Left out is what pixels cannot have anyway: scripts, event handlers, links, animations, foreign content, metadata.
 * - Refused is what cannot be drawn faithfully without reaching outside (entities, style sheets, pictures, references
 *   to anything but the drawing's own parts), and what draws itself or too much.
 *
 * The renderer never sees a byte of the upload that was not understood here.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function rebuildSvg(
  upload: Buffer,
  options: { readonly size: number; readonly square: boolean },
): string {
  const root = readXml(decodeUtf8(upload));
  if (root.name !== 'svg' || !isSvg(root)) {
    throw invalidSvg('does not begin with the element svg');
  }
  const kept = keep({ ...root, attributes: fitRoot(root, options) });
  countDrawn(kept);
  return write(kept, true);
}

function decodeUtf8(upload: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(upload);
  } catch {
    throw invalidSvg('is not in UTF-8');
  }
  const encoding = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
  if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) throw invalidSvg('is not in UTF-8');
  return text;
}

/** Drawings without a namespace are meant as SVG. */
function isSvg({ namespace }: XmlElement): boolean {
  return namespace === svgNamespace || namespace === null;
}

function keep(element: XmlElement, parent = ''): XmlElement {
  const { name, attributes, children } = element;
  const kept = children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child === 'string') return holdsText(name) ? [child] : [];
    if (!isSvg(child)) return [];
    if (pictures.has(child.name)) throw invalidSvg(`has a picture inside (the element ${child.name})`);
    return drawn.has(child.name) ? [keep(child, name)] : [];
  });
  if (name === 'style') checkCss(kept.join(''));
  return {
    name: name === 'a' ? unlinked(parent) : name,
    namespace: svgNamespace,
    attributes: attributes.flatMap((attribute) => keepAttribute(name, attribute)),
    children: kept,
  };
}

/** What a link is once it leads nowhere. */
function unlinked(parent: string): string {
  return holdsText(parent) ? 'tspan' : 'g';
}

function holdsText(name: string): boolean {
  return ['style', 'text', 'tspan', 'textPath', 'a'].includes(name);
}

function keepAttribute(element: string, { prefix, name, value }: XmlAttribute): XmlAttribute[] {
  if (name === 'href') {
    if (element === 'a') return [];
    if (!isFragment(value)) throw invalidSvg('refers to something outside the file');
    return [{ prefix: '', name, value: value.trim() }];
  }
  if (prefix !== '' || name === 'xmlns' || /^on/i.test(name) || !/^[a-z][a-z0-9-]*$/i.test(name)) return [];
  if (name === 'style') checkCss(value);
  else checkValue(value);
  return [{ prefix, name, value }];
}

function write({ name, attributes, children }: XmlElement, isRoot = false): string {
  const unique = new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
  const written = [...unique].map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`).join('');
  const content = children.map((child) => (typeof child === 'string' ? escapeXml(child) : write(child)));
  return `<${name}${isRoot ? ` xmlns="${svgNamespace}"` : ''}${written}>${content.join('')}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
