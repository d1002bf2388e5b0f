import { expect, test } from 'vitest';
import { colourOf } from './initialsImage.ts';

const colours = Array.from({ length: 10_000 }, (_, id) => colourOf(String(id)));
const backgrounds = [...new Set(colours.map(({ background }) => background))];

test('returns colours with a contrast of at least 4.5:1', () => {
  expect(backgrounds).toHaveLength(72);
  for (const { background, text } of colours) expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
});

test('returns the same colour for a seed every time', () => {
  expect(colourOf('42')).toEqual(colourOf('42'));
  expect(colourOf('')).toEqual({ background: expect.stringMatching(/^#[0-9a-f]{6}$/), text: '#ffffff' });
  // Were it to change, every avatar would with the next version.
  expect(['1', '2', '3'].map((seed) => colourOf(seed).background)).toMatchInlineSnapshot(`
    [
      "#5e4272",
      "#197b77",
      "#4f477b",
    ]
  `);
});

test('all colours are about equally frequent', () => {
  for (const wanted of backgrounds) {
    const times = colours.filter(({ background }) => background === wanted).length;
    expect(times).toBeGreaterThan((10_000 / 72) * 0.6);
    expect(times).toBeLessThan((10_000 / 72) * 1.4);
  }
});

test('covers all hues, and rarely returns similar ones for neighbouring ids', () => {
  const hues = backgrounds.map(hueOf);
  for (let from = 0; from < 360; from += 30) {
    expect(hues.some((hue) => hue >= from && hue < from + 30)).toBe(true);
  }
  const alike = colours.filter(({ background }, id) => background === colours[id + 1]?.background).length;
  expect(alike).toBeLessThan(250);
});

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((angle * 180) / Math.PI + 360) % 360;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}
