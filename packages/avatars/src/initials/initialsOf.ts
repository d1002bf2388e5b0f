const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Drawn for a name without letters, digits or emoji: in every font, and of no language. */
const neutral = '•';

/** Separates letters that would otherwise join. */
const nonJoiner = '\u200C';

/** Emoji of people and flags have up to a dozen; more are stacked marks that would overflow the image. */
const codePointsPerGrapheme = 16;

/** White space, line ends, the empty Braille cell, and the dot between the words of a name in katakana. */
const gaps = /[\s\p{Cc}\p{Z}\u2800\u30FB\uFF65]+|(?<=\p{Script=Han})[·•‧](?=\p{Script=Han})/u;

/**
 * Characters that are invisible, reorder others or are undefined: format, private-use and unassigned characters, lone
 * surrogates. Joiners, variation selectors and flag letters are kept as parts of characters.
 */
const invisible =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}])(?:\p{C}|\p{Default_Ignorable_Code_Point}|\uFFFC|\uFFFD)/gu;

/** Needed inside emoji only; removed from letters. */
const emojiParts = /[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|(?:\u200C|\u200D)+$/gu;

/** Pictures, flags and keycaps. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

/** Letters, digits and emoji; not punctuation, marks alone, or letters that modify others, such as the ʻokina. */
const initial = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Thai and Lao vowels that are written before the first consonant of a word. */
const vowelBefore = /^[\u0E40-\u0E44\u0EC0-\u0EC4]/u;

/** Chinese, Japanese and Korean personal names in one piece: the family name first, and short. */
const familyFirst = /^(?:\p{Script=Han}{2,4}|[\uAC00-\uD7A3]{2,4})$/u;

/** Scripts whose letters never join. */
const neverJoins =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Nd}\uAC00-\uD7A3]+$/u;

/** Letters that have a form of their own for the beginning of a capitalised word: ǅ, ǈ, ǋ, ǲ. */
const titleCase: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' };

/**
 * One or two graphemes for a name: the first of its first word and the first of its last word.
 *
 * - One word gives one. Titles and particles count as words, since no list of them is right in all languages.
 * - A Chinese, Japanese or Korean name in one piece gives its last two characters, as messengers there do: they belong to
 *   the given name, while a hundred family names cover most people.
 * - A word begins at its first letter, digit or emoji; a word without any is ignored. An e-mail address is split into
 *   the words before its `@`.
 * - Capitals are those of Unicode, independent of language: ß gives S, ǆ gives ǅ, i gives I also in Turkish. Georgian
 *   has no capitals in names.
 * - Letters of joining scripts are separated by U+200C; the renderer decides their direction.
 * - Returns `•` for a name without words.
 */
export function initialsOf(name: string): string {
  const words = wordsOf(name.normalize('NFC'));
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return neutral;
  if (words.length === 1) return familyFirst.test(first) ? [...first].slice(-2).join('') : initialOf(first);

  const [a, b] = [initialOf(first), initialOf(last)];
  return neverJoins.test(a) && neverJoins.test(b) ? a + b : a + nonJoiner + b;
}

function wordsOf(name: string): string[] {
  const words = piecesOf(name, gaps);
  const address = words.length === 1 ? /^([^@+]+)(?:\+[^@]*)?@[^@]+$/u.exec(words[0] ?? '') : null;
  return address ? piecesOf(address[1] ?? '', /[._-]+/u) : words;
}

function piecesOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((piece) => piece.replace(invisible, ''))
    .filter((piece) => initial.test(piece));
}

function initialOf(word: string): string {
  return capital(firstOf(word));
}

function capital(character: string): string {
  const whole = emoji.test(character) ? character : character.replace(emojiParts, '');
  const cut = [...whole].slice(0, codePointsPerGrapheme).join('');
  if (/\p{Script=Georgian}/u.test(cut)) return cut;
  const upper = cut.toUpperCase();
  // If the capital form has several letters (SS of ß, ʼN of ŉ), the first is used.
  const letter = (upper.length > cut.length ? firstOf(upper) : upper).normalize('NFC');
  return titleCase[letter] ?? letter;
}

/** The first grapheme of a word that can represent it. */
function firstOf(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (initial.test(segment) && !(vowelBefore.test(segment) && segment !== word)) return segment;
  }
  return neutral;
}
