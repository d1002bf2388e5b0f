import {
  countedTokens,
  folded,
  foreignKeys,
  harmlessKeyOwners,
  hasSecretFragment,
  innocentEnding,
  keyOwners,
  secretEnding,
  secretNames,
  trailingSuffix,
  trailingWord,
} from './names.ts';

/** The signature of Alipay and WeChat; after other words `sign` is rather a call sign or a zodiac sign. */
const onlySign = /(?:^|[[.:])sign\]?$/i;

const harmlessOwners = new Set(harmlessKeyOwners);

const longestName = 256;

/**
 * Creates a test for secret names in any spelling: access_token, accessToken, ACCESS-TOKEN.
 * @param keys additional names
 * @param except names that are no secrets
 */
export function secretNameTest(
  keys: readonly string[] = [],
  except: readonly string[] = [],
): (name: string) => boolean {
  const exempt = new Set(except.map(flatName));
  const names = new Set(
    [...secretNames, ...keyOwners.map((owner) => `${owner}key`), ...keys.map(flatName)].filter(
      (name) => name !== '' && !exempt.has(name),
    ),
  );
  /** Headers are in lower case, and their words may be joined: `encryptedsecuritycode`. */
  const longEndings = [...new Set([...names].map((name) => name.length))].filter((length) => length >= 8);

  return isSecret;

  function isSecret(name: string): boolean {
    const words = nameWords(name.length > longestName ? name.slice(-longestName) : name);
    const whole = words.join('');
    if (exempt.has(whole) || (countedTokens.test(whole) && !names.has(whole))) return false;
    if (onlySign.test(name) || hasSecretFragment(whole) || foreignKeys.test(words.join('_'))) return true;
    if (innocentEnding.test(whole)) return false;
    if (isHeaderKey(name, words)) return true;

    for (let end = words.length; end > 0; end -= 1) {
      const last = words[end - 1] ?? '';
      const before = words.slice(0, end - 1);
      if ([last, ...otherForms(last)].some((form) => endsWithSecret(before, form))) return true;
      if (!trailingWord.test(last)) return false;
    }
    return false;
  }

  /** @param before the words before `last` */
  function endsWithSecret(before: readonly string[], last: string): boolean {
    if (secretEnding.test(last) && !innocentEnding.test(last) && !exempt.has(last)) return true;
    if (!exempt.has(last) && longEndings.some((length) => endsWithName(last, length))) return true;

    for (let suffix = last, at = before.length; ; at -= 1) {
      if (names.has(suffix)) return true;
      if (at === 0) return false;
      suffix = `${before[at - 1]}${suffix}`;
    }
  }

  function endsWithName(word: string, length: number): boolean {
    return word.length >= length && names.has(word.slice(-length));
  }

  /** `Fastly-Key`, `x_query_key`, `HTTP_X_QUERY_KEY`: the owners of keys in headers are too many for a list. */
  function isHeaderKey(name: string, words: readonly string[]): boolean {
    if (words.length < 2 || words.at(-1) !== 'key') return false;
    const isHeader = /-key$/i.test(name) || words[0] === 'x' || words[0] === 'http';
    const owner = words.at(-2) ?? '';

    return isHeader && !harmlessOwners.has(owner) && !exempt.has(`${owner}key`);
  }
}

/** Singular and shorter forms: `pass2`, `api_keys`, `backup_codes`, `pwdhash`. */
function otherForms(word: string): string[] {
  const numbered = /^(\p{L}{3,})[1-9]\d?$/u.exec(word)?.[1];
  const plural = /^(.*(?:key|code|secret|cookie))s$/.exec(word)?.[1];
  const hashed = trailingSuffix.exec(word)?.[1];

  return [numbered, plural, hashed].filter((form) => form !== undefined);
}

/** The words of a name: `dbPass-v2` is db, pass, v2. */
export function nameWords(name: string): string[] {
  return folded(
    name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A name without separators. */
export function flatName(name: string): string {
  return nameWords(name).join('');
}
