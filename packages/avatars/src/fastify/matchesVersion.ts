/**
 * Whether a client that sent this `If-None-Match` has that version already. Tags are compared weakly, as RFC 9110
 * says for this header; `*` is any version.
 */
export function matchesVersion(ifNoneMatch: string | undefined, version: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;

  return [...ifNoneMatch.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, tag]) => tag === version);
}
