/** What a text has that may be, or introduce, a secret. None of them: masking would leave it as it is. */
export const look = {
  /** Separators, quotes after a space, quotes within quotes, tags, schemes, tokens: masking itself has to tell. */
  closely: 1,
  /** As many characters in a row as the key of a provider has. */
  atRun: 2,
  /** As many digits as the number of a card has. */
  atDigits: 4,
  /** An escape of JSON: the text is another one than it seems. */
  atEscapes: 8,
} as const;

/** Of those that `maskShapes` and `maskPhrases` know. */
const shortestKey = 16;
const shortestCard = 13;

const letter = 0;
const digit = 1;
const other = 2;
const space = 3;
const dot = 4;
const dash = 5;
const suspicious = 6;
const capitalJ = 7;
const letterB = 8;
const quote = 9;
const backslash = 10;
const control = 11;
const apostrophe = 12;

const kinds = new Uint8Array(128).fill(other);
for (let code = 0; code < 32; code += 1) kinds[code] = control;
for (let code = 48; code <= 57; code += 1) kinds[code] = digit;
for (let code = 65; code <= 90; code += 1) kinds[code] = kinds[code + 32] = letter;
for (const [characters, kind] of [
  ['_', letter],
  [' ', space],
  ['.', dot],
  ['-', dash],
  ['<&=:%{[', suspicious],
  ['J', capitalJ],
  ['bB', letterB],
  ['"', quote],
  ["'`", apostrophe],
  ['\\', backslash],
] as const) {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;
}

/**
 * Reads text once, far faster than masking it does, and tells what of it is to be looked at. The same object is used for
 * text after text.
 */
export class Look {
  /** `look`s, added up. */
  flags = 0;
  /** Where the text ended: at its length, or at the closing quote of JSON; -1 when that never comes. */
  end = 0;

  /** Of a text by itself. */
  whole(text: string): number {
    // The character that only JSON takes for an end.
    let flags = 0;
    for (let from = 0; ; from = this.end + 1) {
      flags |= this.at(text, from, false);
      if (this.end >= text.length) return flags;
      if (text.charCodeAt(this.end - 1) === 32) flags |= look.closely;
    }
  }

  /** From a place to the next quote; `inJson`, where there is no control character within a text. */
  at(text: string, from: number, inJson: boolean): number {
    const { length } = text;
    let flags = 0;
    /** Where letters, digits, dots and dashes began to stand together. */
    let run = from;
    let digits = 0;
    let at = from;

    for (; at < length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? kinds[code] : other;
      if (kind === letter) {
        digits = 0;
        continue;
      }
      if (kind === digit) {
        digits += 1;
        if (digits >= shortestCard) flags |= look.atDigits;
        continue;
      }
      if (kind === dot) continue;
      if (kind === dash) {
        // -----BEGIN
        if (text.charCodeAt(at - 1) === 45) flags |= look.closely;
        continue;
      }
      if (kind === letterB) {
        digits = 0;
        if (mayBeginScheme(text, at)) flags |= look.closely;
        continue;
      }
      if (kind === capitalJ) {
        digits = 0;
        // eyJ
        if (text.charCodeAt(at - 1) === 121) flags |= look.closely;
        continue;
      }
      if (at - run >= shortestKey) flags |= look.atRun;
      run = at + 1;
      if (kind === space) continue;
      if (kind === quote) break;
      if (kind === apostrophe) {
        digits = 0;
        // As in "the token 'abc'"; within a word it quotes nothing.
        if (text.charCodeAt(at - 1) === 32) flags |= look.closely;
        continue;
      }
      if (kind === suspicious) {
        digits = 0;
        flags |= look.closely;
      } else if (kind === backslash) {
        digits = 0;
        flags |= look.atEscapes;
        if (inJson) at += 1;
      } else if (kind === control) {
        if (inJson) {
          this.end = -1;
          return flags;
        }
        digits = 0;
        flags |= look.closely;
      } else if (code !== 0xa0) {
        // A space that does not break lines stands between digits, too.
        digits = 0;
      }
    }
    if (at - run >= shortestKey) flags |= look.atRun;
    this.end = at < length || !inJson ? Math.min(at, length) : -1;

    return flags;
  }
}

/** bearer, basic */
function mayBeginScheme(text: string, at: number): boolean {
  const second = text.charCodeAt(at + 1) | 32;
  const third = text.charCodeAt(at + 2) | 32;

  return (second === 101 && third === 97) || (second === 97 && third === 115);
}
