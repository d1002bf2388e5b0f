const hues = 36;

/** Lightness in Oklab. On the lighter one, white still has a contrast of more than 4.5:1 in every hue. */
const lightnesses = [0.43, 0.53];

/** As colourful as the screen can show in every one of these hues. */
const chroma = 0.085;

/** Every background that there is: hues that look equally far apart, each in two depths. */
const backgrounds = lightnesses.flatMap((lightness) =>
  Array.from({ length: hues }, (_, index) => hexOf(lightness, (2 * Math.PI * index) / hues)),
);

/** Colours as `#rrggbb`, always the same for the same seed, with a contrast of at least 4.5:1 (WCAG). */
export function colourOf(seed: string): { readonly background: string; readonly text: string } {
  return { background: backgrounds[hash(seed) % backgrounds.length] ?? '#555555', text: '#ffffff' };
}

/** FNV-1a, and the last mixing steps of MurmurHash3: neighbouring ids get colours far apart. */
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
