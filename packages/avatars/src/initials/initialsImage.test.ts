import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../image/svg/readXml.ts';
import { colourOf, initialsImage } from './initialsImage.ts';
import { initialsOf } from './initialsOf.ts';

test('is a square with the initials in its middle', () => {
  const { background } = colourOf('7');
  expect(initialsImage({ id: 7, name: 'Ada Lovelace' }, 256).toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 100 100">' +
      `<rect width="100" height="100" fill="${background}"/>` +
      '<text x="50" y="50" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="38" fill="#ffffff">AL</text>' +
      '</svg>',
  );
});

test('keeps its colour when the name changes', () => {
  const fillOf = (id: number | string, name: string) =>
    /<rect[^>]* fill="([^"]*)"/.exec(initialsImage({ id, name }, 64).toString())?.[1];
  expect(fillOf(7, 'Ada')).toBe(fillOf('7', 'Grace'));
  expect(fillOf(7, 'Ada')).not.toBe(fillOf(8, 'Ada'));
});

test.each([
  ['Ada', 50],
  ['王小明', 32],
  ['محمد علي', 38],
  ['राहुल शर्मा', 32],
  ['🇩🇪 🇫🇷', 32],
])('draws %s in size %i', (name, size) => {
  expect(initialsImage({ id: 1, name }, 64).toString()).toContain(`font-size="${size}"`);
});

test.each([
  ['محمد Smith', true],
  ['דוד כהן', true],
  ['ߞߊ߲ߕߍ', true],
  ['Smith محمد', false],
  ['राहुल', false],
])('draws %s from the right: %s', (name, fromTheRight) => {
  expect(initialsImage({ id: 1, name }, 64).toString().includes('direction="rtl"')).toBe(fromTheRight);
});

test('draws nothing of a name but its initials', () => {
  const name = fc.array(
    fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '&', '</text>', '<script>', 'a', ' '),
      fc.string({ unit: 'binary' }),
    ),
  );
  fc.assert(
    fc.property(name, (parts) => {
      const text = initialsImage({ id: 1, name: parts.join('') }, 64).toString();
      const [, written] = readXml(text).children as [XmlElement, XmlElement];

      expect(text.match(/</g)).toHaveLength(5);
      expect(written.children).toEqual([initialsOf(parts.join(''))]);
    }),
  );
});

describe('drawn by the server', () => {
  // Letters that common fonts have; what the server has for other scripts is its own.
  test.each(['Ada', 'Wendy Wu', 'Юрий Гагарин', '-'])('draws %s within a circle, centred', async (name) => {
    const size = 200;
    const { data } = await sharp(initialsImage({ id: 3, name }, size))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const points = [...data.keys()]
      .filter((index) => (data[index] ?? 0) > 200)
      .map((index) => ({ x: index % size, y: Math.floor(index / size) }));
    const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
    const farthest = Math.max(...points.map(({ x, y }) => Math.hypot(x - size / 2, y - size / 2)));

    expect(points.length).toBeGreaterThan(50);
    expect(farthest).toBeLessThan(size / 2);
    expect(Math.abs((left + right) / 2 - size / 2)).toBeLessThan(0.03 * size);
  });
});
