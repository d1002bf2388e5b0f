import { maskPairs } from './maskPairs.ts';
import { maskPhrases } from './maskPhrases.ts';
import { maskShapes } from './maskShapes.ts';
import { maskTags } from './maskTags.ts';
import { maskAddresses } from './maskUrl.ts';
import { remembered } from './remembered.ts';
import type { IsSecretName } from './secretNames.ts';
import { longestText, wellFormed } from './textOf.ts';

/** Makes the function that masks text of an unknown or broken format. */
export function textMask(isSecretName: IsSecretName): (text: string) => string {
  const known = remembered((text) => maskText(text, isSecretName), {
    most: 2_000,
    longest: 200,
    // What has a secret is not kept.
    keeps: (text, shown) => text === shown,
  });

  return (text) => (isPlain(text) ? text : known(text));
}

function maskText(text: string, isSecretName: IsSecretName): string {
  const kept = text.length > longestText ? text.slice(0, longestText) : text;
  const tagged = maskTags(wellFormed(kept), isSecretName);
  const named = maskPairs(maskAddresses(tagged, isSecretName), isSecretName);

  return maskShapes(maskPhrases(named, isSecretName));
}

/** Its colons separate no name from a value. */
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Longer text is left to the rules. */
const longestPlain = 4_096;
/** The shortest run of letters, digits, dots and dashes that a rule takes for a key, and of digits, for a card. */
const shortestKey = 14;
const shortestCard = 13;

const letter = 0;
const digit = 1;
/** Is within keys and within cards. */
const dash = 2;
/** Is within cards. */
const space = 3;
/** Ends keys and cards. */
const other = 4;
/** Separators, quotes, tags, control characters: some rule may apply. */
const sign = 5;

const kinds = new Uint8Array(256).fill(other);
for (let code = 0; code < 256; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) kinds[code] = letter;
  else if (/\d/.test(character)) kinds[code] = digit;
  else if (/[.-]/.test(character)) kinds[code] = dash;
  else if (/[ \u00a0]/.test(character)) kinds[code] = space;
  else if (code < 32 || '<=:&%{["\'`'.includes(character)) kinds[code] = sign;
}

/** Whether no rule can apply to a text: it has no sign, no long run, and no word that introduces a secret. */
export function isPlain(text: string): boolean {
  if (text.length > longestPlain || !text.isWellFormed()) return false;
  let run = 0;
  let digits = 0;

  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 256 ? kinds[code] : other;
    if (kind === sign) return time.test(text);
    run = kind === space || kind === other ? 0 : run + 1;
    if (kind === digit) digits += 1;
    else if (kind === letter || kind === other) digits = 0;
    if (run >= shortestKey || digits >= shortestCard) return false;
  }
  return !/eyJ|PRIVATE KEY|bearer|basic/i.test(text);
}
