import { flatName, secretNameTest as nameTest } from '@rowhouse/drivers/secrets';

/**
 * Names that are secret in one place only: `key` in URLs, as Google and Trello use it, and `code` in OAuth grants.
 */
const contextualNames = { address: 'key', grant: 'code' } as const;

/** @param place where the name is used; some names are secret in one place only */
export type IsSecretName = (name: string, context?: keyof typeof contextualNames) => boolean;

/** Creates a test for secret names of calls, which remembers its answers. */
export function secretNameTest(keys: readonly string[] = [], except: readonly string[] = []): IsSecretName {
  const exempt = new Set(except.map(flatName));
  const isKnownSecret = remembered(nameTest(keys, except), { most: 5_000, longest: 64 });

  return (name, context) =>
    (context !== undefined && isContextual(name, contextualNames[context])) || isKnownSecret(name);

  function isContextual(name: string, contextual: string): boolean {
    return name.length === contextual.length && name.toLowerCase() === contextual && !exempt.has(contextual);
  }
}

interface CacheOptions<Result> {
  /** Maximum number of entries; the cache is cleared when there are more. */
  readonly most: number;
  /** Maximum characters of a cached text. */
  readonly longest: number;
  /** Whether a result may be cached. */
  readonly keeps?: (text: string, result: Result) => boolean;
}

/** Caches the results of a function: names and headers of calls are few and repeat. A Map is faster here than an LRU. */
export function remembered<Result>(
  compute: (text: string) => Result,
  { most, longest, keeps = () => true }: CacheOptions<Result>,
): (text: string) => Result {
  const results = new Map<string, Result>();

  return (text) => {
    if (text.length > longest) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= most) results.clear();
    if (keeps(text, result)) results.set(copied(text), result);

    return result;
  };
}

/** A V8 substring keeps its whole text in memory: a name would keep the body. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
