import { say } from '@rowhouse/problems';
import { invalidImage, invalidSvg } from '../../errors.ts';
import { readXml, type XmlAttribute, type XmlElement } from './readXml.ts';
import { checkCss, checkValue, countDrawn, isFragment } from './references.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Elements that draw, or define how to draw. */
const drawn = new Set(
  `svg g a switch defs symbol use marker path rect circle ellipse line polyline polygon text tspan textPath style
  linearGradient radialGradient stop pattern clipPath mask filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
);

/** Elements that embed another image. */
const pictures = new Set(['image', 'feImage']);

/**
 * Rewrites an SVG from the elements that draw, to be rasterised at `size`×`size`.
 *
 * - Left out: scripts, event handlers, links, animations, foreign content and metadata, which pixels cannot contain.
 * - Refused: entities, external style sheets, pictures and references to anything outside the drawing, which cannot be
 *   drawn without loading other files; and drawings that refer to themselves or draw too many elements.
 *
 * The renderer receives only what was parsed and allowed here.
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

/** A drawing without a namespace is taken as SVG. */
function isSvg({ namespace }: XmlElement): boolean {
  return namespace === svgNamespace || namespace === '';
}

function keep(element: XmlElement, parent = ''): XmlElement {
  const { name, attributes, children } = element;
  const kept = children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child === 'string') return holdsText(name) ? [child] : [];
    if (!isSvg(child)) return [];
    if (pictures.has(child.name)) throw invalidSvg(say`has an embedded image (the element ${child.name})`);
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

/** The element that replaces a link. */
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

/** Pixels per unit of length; other units depend on where the drawing is shown. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/**
 * The root's attributes, changed so that the drawing fills `size`×`size` pixels.
 *
 * @throws AvatarError `avatars.invalid_image` if the drawing has no size, or is not square although `square` is set.
 */
function fitRoot(
  root: XmlElement,
  { size, square }: { readonly size: number; readonly square: boolean },
): XmlAttribute[] {
  const viewBox = viewBoxOf(attributeOf(root, 'viewBox'));
  const width = pixelsOf(attributeOf(root, 'width')) ?? viewBox?.[2];
  const height = pixelsOf(attributeOf(root, 'height')) ?? viewBox?.[3];
  if (width === undefined || height === undefined) {
    throw invalidSvg('has neither width and height nor a viewBox');
  }
  // Centimetres and points convert with rounding errors.
  const isSquare = Math.abs(width - height) <= 1e-6 * Math.max(width, height);
  if (square && !isSquare) {
    throw invalidImage(say`avatar is ${shown(width)} × ${shown(height)} pixels. Crop it to a square.`);
  }
  const own = ['xmlns', 'x', 'y', 'width', 'height', 'viewBox', ...(isSquare ? [] : ['preserveAspectRatio'])];
  return [
    ...root.attributes.filter(({ prefix, name }) => prefix !== '' || !own.includes(name)),
    attribute('width', String(size)),
    attribute('height', String(size)),
    attribute('viewBox', (viewBox ?? [0, 0, width, height]).join(' ')),
    ...(isSquare ? [] : [attribute('preserveAspectRatio', 'xMidYMid slice')]),
  ];
}

function attributeOf({ attributes }: XmlElement, wanted: string): string | undefined {
  return attributes.find(({ prefix, name }) => prefix === '' && name === wanted)?.value;
}

function pixelsOf(length: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\s*\+?((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?)([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  const pixels = Number(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined;
}

function viewBoxOf(value: string | undefined): readonly [number, number, number, number] | undefined {
  const numbers = (value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? [x, y, width, height]
    : undefined;
}

function attribute(name: string, value: string): XmlAttribute {
  return { prefix: '', name, value };
}

function shown(pixels: number): string {
  return String(Number(pixels.toPrecision(6)));
}
