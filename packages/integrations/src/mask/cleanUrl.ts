import type { CleanRules } from './cleanJson.ts';
import { Look, look } from './lookAt.ts';
import { maskPath } from './maskUrl.ts';
import { ownText } from './ownText.ts';

const mostOrigins = 500;

/**
 * Makes a test: whether an address is of the usual form, and masking would leave it as it is. Answers false where it does
 * not know.
 */
export function cleanUrlTest({ isSecretName, isClean }: CleanRules): (url: string) => boolean {
  const origins = new Map<string, boolean>();
  const reader = new Look();

  return (url) => {
    const start = url.isWellFormed() ? pathStart(url) : -1;
    if (start === -1 || (start > 0 && !isCleanOrigin(url.slice(0, start)))) return false;
    const query = url.indexOf('?', start);
    const end = query === -1 ? url.length : query;

    const path = url.slice(start, end);

    return (
      isPlain(path) && maskPath(path, isSecretName) === path && (query === -1 || isCleanQuery(url, query + 1))
    );
  };

  function isCleanOrigin(origin: string): boolean {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    // Anything may follow the slash: what is clean up to there has no part in it.
    const clean = !origin.includes('eyJ') && isClean(`${origin}/`, look.closely);
    if (origins.size >= mostOrigins) origins.clear();
    if (origin.length <= 300) origins.set(ownText(origin), clean);

    return clean;
  }

  function isCleanQuery(url: string, from: number): boolean {
    for (let start = from; start < url.length; ) {
      const next = url.indexOf('&', start);
      const end = next === -1 ? url.length : next;
      const equals = url.indexOf('=', start);
      if (equals === -1 || equals >= end || equals - start > 60) return false;
      const name = url.slice(start, equals);
      if (!isSimple(name) || isDoubtful(name) || !isPlain(name)) return false;
      const value = url.slice(equals + 1, end);
      if (!isSimple(value) || !isPlain(value)) return false;
      start = end + 1;
    }
    return true;
  }

  /** The name of a secret, or of what is one beside others. */
  function isDoubtful(name: string): boolean {
    return isSecretName(name, 'address') || isSecretName(name, 'grant');
  }

  /** Nothing to look at, not even closely. */
  function isPlain(text: string): boolean {
    return reader.whole(text) === 0 && !/[@#;]/.test(text);
  }
}

/** Reads the same decoded. */
function isSimple(text: string): boolean {
  return /^[\w.,~-]*$/.test(text);
}

/** Where the path begins, 0 without an origin; -1 for an address of another form. */
function pathStart(url: string): number {
  if (url.startsWith('/')) return url.startsWith('//') ? -1 : 0;
  const [origin] = /^https?:\/\/[\w.-]{1,253}(?::\d{1,5})?(?=[/?]|$)/.exec(url) ?? [];

  return origin === undefined ? -1 : origin.length;
}
