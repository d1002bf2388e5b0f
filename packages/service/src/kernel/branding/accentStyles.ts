/** Minimum contrast of text (WCAG AA). */
export const leastContrast = 4.5;

/** Background of boxes and controls in the dark theme. */
const darkGround: Colour = hslToRgb(200, 18, 18);
/** Background of the page in the light theme. */
const lightGround: Colour = hslToRgb(200, 18, 95);
const white: Colour = [1, 1, 1];

type Colour = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb` or `#rgb` into numbers from 0 to 1; null for anything else. */
export function parseColour(text: unknown): Colour | null {
  if (typeof text !== 'string' || !/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return null;
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map(
    (pair) => Number.parseInt(pair, 16) / 255,
  );

  return [red, green, blue];
}

/** WCAG contrast of white text on a colour: 1 to 21. */
export function contrastWithWhite(colour: Colour): number {
  return contrast(colour, white);
}

/** The colour darkened until white text is readable on it, as `#rrggbb`. */
export function darkEnough(colour: Colour): string {
  const [hue, saturation, lightness] = toHsl(colour);
  const found = lightnessFor(hue, saturation, Math.floor(lightness), -1, white);

  return `#${hslToRgb(hue, saturation, found)
    .map((part) =>
      Math.floor(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/**
 * CSS variables of Bulma for the accent colour: unchanged as a background of white text, and lightened or darkened as a text
 * colour.
 */
export function accentStyles(accent: Colour): string {
  const [hue, saturation, lightness] = toHsl(accent).map((part) => Math.round(part * 10) / 10) as [
    number,
    number,
    number,
  ];
  const inLight = lightnessFor(hue, saturation, lightness, -1, lightGround);
  const inDark = lightnessFor(hue, saturation, Math.max(lightness, 40), 1, darkGround);
  const variables = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .flatMap(([name, value]) => [`--bulma-link-${name}:${value}`, `--bulma-primary-${name}:${value}`])
      .join(';');
  const own = { h: `${hue}deg`, s: `${saturation}%`, l: `${lightness}%`, 'invert-l': '100%' };

  // More specific than the pages' own theme rules, whatever the order of the style sheets.
  return `html[data-theme][data-theme]{${variables(own)};--app-brand:hsl(${hue}deg ${saturation}% ${lightness}%)}
html[data-theme][data-theme=light]{${variables({ 'on-scheme-l': `${inLight}%` })}}
html[data-theme][data-theme=dark]{${variables({ 'on-scheme-l': `${inDark}%` })}}
`;
}

/** The first lightness, in steps of 1 %, at which text of the colour is readable on the background. */
function lightnessFor(hue: number, saturation: number, from: number, step: 1 | -1, ground: Colour): number {
  let lightness = Math.round(from);
  while (
    (step < 0 ? lightness > 0 : lightness < 100) &&
    contrast(hslToRgb(hue, saturation, lightness), ground) < leastContrast + 0.05
  )
    lightness += step;

  return lightness;
}

function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);

  return (lighter + 0.05) / (darker + 0.05);
}

/** As WCAG defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );

  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Degrees and percent. */
function toHsl([red, green, blue]: Colour): [number, number, number] {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const range = most - least;
  const lightness = (most + least) / 2;
  if (range === 0) return [0, 0, lightness * 100];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;

  return [(sixth * 60 + 360) % 360, saturation * 100, lightness * 100];
}

function hslToRgb(hue: number, saturation: number, lightness: number): Colour {
  const l = lightness / 100;
  const spread = (saturation / 100) * Math.min(l, 1 - l);
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12;

    return l - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };

  return [part(0), part(8), part(4)];
}
