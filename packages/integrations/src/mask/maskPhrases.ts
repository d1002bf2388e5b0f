import { masked } from './masked.ts';
import type { IsSecretName } from './secretNames.ts';

const phrases =
  /(keys?|token|secret|password|passphrase|passcode|credentials?|signature|cookie|code) (?:(is |was )?(["'`])([^\s"'`]+)(?=\3)|([^\s"'`,;:<>()[\]{}]+))/gi;
const wordsBefore = /(?:([a-z]+) )?([\w-]*)$/i;
const longestBefore = 40;

/** Shorter ones are words of a language, as in "Unexpected token 'if'". */
const shortestQuoted = 6;
/** What a sentence names without quotes is a key when it has as many characters, letters and digits. */
const bareKey = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.-]{16,}$/i;

/** Masks what a sentence says to be a secret: "No token '…' here", "The API key … has expired". */
export function maskPhrases(text: string, isSecretName: IsSecretName): string {
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
