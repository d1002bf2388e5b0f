/**
 * The language to answer in: the user's own, else the first that the browser accepts and the service speaks,
 * else the service's.
 */
export function chooseLanguage(
  known: readonly string[],
  byDefault: string,
  user: string | null,
  acceptLanguage: string | undefined,
): string {
  if (user !== null && known.includes(user)) return user;
  for (const wanted of byPreference(acceptLanguage ?? '')) {
    const exact = known.find((language) => language.toLowerCase() === wanted);
    const related = known.find((language) => base(language) === base(wanted));
    const found = exact ?? related;
    if (found !== undefined) return found;
  }
  return byDefault;
}

function byPreference(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function base(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}
