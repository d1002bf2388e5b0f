const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What is drawn for a name in which there is nothing to draw: in every font, and of no language. */
const neutral = '•';

/** Stands between letters that would join or merge otherwise. */
const nonJoiner = '\u200C';

/** The longest characters of people and flags have a dozen; more are marks piled up to spill over the picture. */
const codePointsPerGrapheme = 16;

/** White space, line ends, the empty Braille cell, and the dot between the words of a name in katakana. */
const gaps = /[\s\p{Cc}\p{Z}\u2800\u30FB\uFF65]+|(?<=\p{Script=Han})[·•‧](?=\p{Script=Han})/u;

/**
 * What shows nothing, reorders what is around it, or means nothing everywhere: format and private characters, those
 * not assigned, half surrogates. Joiners, variation selectors and the letters of flags are parts of characters.
 */
const invisible =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}])(?:\p{C}|\p{Default_Ignorable_Code_Point}|\uFFFC|\uFFFD)/gu;

/** What only emoji need inside, and no letter at its end. */
const emojiParts = /[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|(?:\u200C|\u200D)+$/gu;

/** Pictures, flags, and digits on keys. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

/** Letters, digits and emoji; not punctuation, marks alone, or letters that modify others, such as the ʻokina. */
const initial = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Thai and Lao write these vowels before the consonant with which the word begins. */
const vowelBefore = /^[\u0E40-\u0E44\u0EC0-\u0EC4]/u;

/** Chinese, Japanese and Korean personal names in one piece: the family name first, and short. */
const familyFirst = /^(?:\p{Script=Han}{2,4}|[\uAC00-\uD7A3]{2,4})$/u;

/** Scripts whose letters stand apart whatever is beside them. */
const standsApart =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Nd}\uAC00-\uD7A3]+$/u;

/** Letters that have a form of their own for the beginning of a capitalised word: ǅ, ǈ, ǋ, ǲ. */
const titleCase: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' };

/**
 * One or two characters, as people count them, that stand for a name: the first of its first and of its last word.
 *
 * - One word gives one. Titles and particles are words like others, since no list of them is right in all languages.
 * - A Chinese, Japanese or Korean name in one piece gives its last two characters, as messengers there do: these are of
 *   the given name, while a hundred family names cover most people.
 * - A word begins where its first letter, digit or emoji is; a word without any is none. An e-mail address is read
 *   as the words before its `@`.
 * - Capital letters are those of Unicode, without regard to a language: ß gives S, ǆ gives ǅ, i gives I in Turkish, too.
 *   Georgian has no capitals in names.
 * - Letters of joined scripts are kept apart by U+200C; which stands left is for who draws them.
 * - Without any word: `•`.
 */
export function initialsOf(name: string): string {
  const words = wordsOf(name.normalize('NFC'));
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return neutral;
  if (words.length === 1) return familyFirst.test(first) ? [...first].slice(-2).join('') : initialOf(first);

  const [a, b] = [initialOf(first), initialOf(last)];
  return standsApart.test(a) && standsApart.test(b) ? a + b : a + nonJoiner + b;
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
  // Where the capital form is more than one letter (SS of ß, ʼN of ŉ), the first of them stands for it.
  const letter = (upper.length > cut.length ? firstOf(upper) : upper).normalize('NFC');
  return titleCase[letter] ?? letter;
}

/** The first character of a word that can stand for it. */
function firstOf(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (initial.test(segment) && !(vowelBefore.test(segment) && segment !== word)) return segment;
  }
  return neutral;
}
