import { colourOf } from './colourOf.ts';
import { initialsOf } from './initialsOf.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Blocks of the scripts that are written from the right. */
const fromTheRight = /^[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Characters wider than capital letters. */
const wide =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{M}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The initials of a user on a coloured square, as SVG in UTF-8: whoever shows it has the fonts for it. The colour is
 * the id's, so that it stays when the name changes. Attributes only, since a Content-Security-Policy refuses styles;
 * no title, since the name in full is for the page to say.
 */
export function initialsImage(
  user: { readonly id: number | string; readonly name: string },
  size: number,
): Buffer {
  const initials = initialsOf(user.name);
  const { background, text } = colourOf(String(user.id));
  const direction = fromTheRight.test(initials) ? ' direction="rtl"' : '';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">` +
      `<rect width="100" height="100" fill="${background}"/>` +
      `<text x="50" y="50" dy=".35em" text-anchor="middle"${direction} font-family="system-ui, sans-serif" ` +
      `font-size="${fontSize(initials)}" fill="${text}">${escapeXml(initials)}</text></svg>`,
  );
}

/** In hundredths of the width: also in a circle, nothing is cut off. */
function fontSize(initials: string): number {
  if ([...graphemes.segment(initials)].length === 1) return 50;
  return wide.test(initials) ? 32 : 38;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
