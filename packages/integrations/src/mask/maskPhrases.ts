import { masked } from './Mask.ts';
import type { IsSecretName } from './secretNames.ts';

const phrases =
  /(keys?|token|secret|password|passphrase|passcode|credentials?|signature|cookie|code) (?:(is |was )?(["'`])([^\s"'`]+)(?=\3)|([^\s"'`,;:<>()[\]{}]+))/gi;
const nouns =
  /(?:key|keys|token|secret|password|passphrase|passcode|credential|credentials|signature|cookie|code) /i;
const wordsBefore = /(?:([a-z]+) )?([\w-]*)$/i;
const longestBefore = 40;

/** Shorter ones are words of a language, as in "Unexpected token 'if'". */
const shortestQuoted = 6;
/** A word without quotes is a key when it has 16 characters or more, with letters and digits. */
const bareKey = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.-]{16,}$/i;

/** Masks what a sentence calls a secret: "No token '…' here", "The API key … has expired". */
export function maskPhrases(text: string, isSecretName: IsSecretName): string {
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
