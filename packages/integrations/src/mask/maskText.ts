import { longestText, wellFormed } from '../decodeText.ts';
import { masked } from './Mask.ts';
import { maskAddresses } from './maskForm.ts';
import { maskPairs } from './maskPairs.ts';
import { maskShapes } from './maskShapes.ts';
import { maskTags } from './maskTags.ts';
import { type IsSecretName, remembered } from './secretNames.ts';

/** Creates a function that masks text of unknown or malformed format. */
export function textMask(isSecretName: IsSecretName): (text: string) => string {
  const known = remembered((text) => maskText(text, isSecretName), {
    most: 2_000,
    longest: 200,
    // Texts with secrets are not cached.
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

/** Its colons do not separate a name from a value. */
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Longer texts are always checked by the rules. */
const longestPlain = 4_096;
/** Minimum length of a key (letters, digits, dots and dashes) and of a card number (digits). */
const shortestKey = 14;
const shortestCard = 13;

const letter = 0;
const digit = 1;
/** Allowed in keys and card numbers. */
const dash = 2;
/** Allowed in card numbers. */
const space = 3;
/** Ends keys and card numbers. */
const other = 4;
/** Separators, quotes, tags, control characters: a rule may apply. */
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

/** True if no rule can apply: no sign, no long run, and no word that introduces a secret. */
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

const phrases =
  /(keys?|token|secret|password|passphrase|passcode|credentials?|signature|cookie|code) (?:(is |was )?(["'`])([^\s"'`]+)(?=\3)|([^\s"'`,;:<>()[\]{}]+))/gi;
const nouns =
  /(?:key|keys|token|secret|password|passphrase|passcode|credential|credentials|signature|cookie|code) /i;
const wordsBefore = /(?:([a-z]+) )?([\w-]*)$/i;
const longestBefore = 40;

/** Shorter ones are words, as in "Unexpected token 'if'". */
const shortestQuoted = 6;
/** An unquoted word is a key if it has at least 16 characters, with letters and digits. */
const bareKey = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.-]{16,}$/i;

/** Masks secrets in sentences: "No token '…' here", "The API key … has expired". */
function maskPhrases(text: string, isSecretName: IsSecretName): string {
  if (!nouns.test(text)) return text;

  return text.replace(
    phrases,
    (whole, noun: string, verb = '', quote = '', quoted = '', bare = '', at: number) => {
      const isKey =
        quote === '' ? bareKey.test(bare.replace(/[.!?]+$/, '')) : quoted.length >= shortestQuoted;
      const before = text.slice(Math.max(0, at - longestBefore), at);

      return isKey && isNamed(before, noun) ? `${noun} ${verb}${quote}${masked}` : whole;
    },
  );

  function isNamed(before: string, noun: string): boolean {
    const [, first = '', part = ''] = wordsBefore.exec(before) ?? [];
    if (/^(?:un)?expected$/i.test(first)) return false;

    return isSecretName(part + noun) || (first !== '' && isSecretName(`${first}_${part}${noun}`));
  }
}
