import { invalidImage } from '../invalidImage.ts';
import { invalidSvg } from './invalidSvg.ts';
import type { XmlAttribute, XmlElement } from './readXml.ts';

/** Pixels in a unit of length; others depend on where the drawing is shown. */
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
 * The attributes of the outermost element, such that it fills `size`×`size` pixels, whatever size it says it has.
 *
 * @throws AvatarError `avatars.invalid_image` when it says none, or when it has to be square and is not.
 */
export function fitRoot(
  root: XmlElement,
  { size, square }: { readonly size: number; readonly square: boolean },
): XmlAttribute[] {
  const viewBox = viewBoxOf(attributeOf(root, 'viewBox'));
  const width = pixelsOf(attributeOf(root, 'width')) ?? viewBox?.[2];
  const height = pixelsOf(attributeOf(root, 'height')) ?? viewBox?.[3];
  if (width === undefined || height === undefined) {
    throw invalidSvg('has neither width and height nor a viewBox');
  }
  // Centimetres and points do not come out even.
  const isSquare = Math.abs(width - height) <= 1e-6 * Math.max(width, height);
  if (square && !isSquare) {
    throw invalidImage(`avatar is ${shown(width)} × ${shown(height)} pixels. Crop it to a square.`);
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
