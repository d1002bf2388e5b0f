import { initialsOf } from './initialsOf.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Blocks of right-to-left scripts. */
const rightToLeft = /^[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Characters wider than capital letters. */
const wide =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{M}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The initials of a user on a coloured square, as SVG in UTF-8, drawn with the fonts of the viewer. The colour depends
 * on the id, so that it stays when the name changes. It uses attributes only, since a Content-Security-Policy may
 * forbid styles, and has no title, since the page shows the full name.
 *
 * @param size width and height in pixels
 */
export function initialsImage(
  user: { readonly id: number | string; readonly name: string },
  size: number,
): Buffer {
  const initials = initialsOf(user.name);
  const { background, text } = colourOf(String(user.id));
  const direction = rightToLeft.test(initials) ? ' direction="rtl"' : '';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">` +
      `<rect width="100" height="100" fill="${background}"/>` +
      `<text x="50" y="50" dy=".35em" text-anchor="middle"${direction} font-family="system-ui, sans-serif" ` +
      `font-size="${fontSize(initials)}" fill="${text}">${escapeXml(initials)}</text></svg>`,
  );
}

/** Percent of the width, so that the text also fits into a circle. */
function fontSize(initials: string): number {
  if ([...graphemes.segment(initials)].length === 1) return 50;
  return wide.test(initials) ? 32 : 38;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const hues = 36;

/** Lightness in Oklab. White has a contrast above 4.5:1 on both, in every hue. */
const lightnesses = [0.43, 0.53];

/** The highest that sRGB can show in every one of these hues. */
const chroma = 0.085;

/** All backgrounds: perceptually equidistant hues, each in two lightnesses. */
const backgrounds = lightnesses.flatMap((lightness) =>
  Array.from({ length: hues }, (_, index) => hexOf(lightness, (2 * Math.PI * index) / hues)),
);

/** Colours as `#rrggbb`, deterministic for a seed, with a contrast of at least 4.5:1 (WCAG). */
export function colourOf(seed: string): { readonly background: string; readonly text: string } {
  return { background: backgrounds[hash(seed) % backgrounds.length] ?? '#555555', text: '#ffffff' };
}

/** FNV-1a with the final mix of MurmurHash3, so that neighbouring ids get distant colours. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Oklch as sRGB. */
function hexOf(lightness: number, hue: number): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(hexDigits).join('')}`;
}

function hexDigits(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');
}
