/** A name of any origin as that of a file: one line, without path separators; empty if nothing is left. */
export function plainFileName(name: string): string {
  return (
    name
      .toWellFormed()
      // No path separators, no characters that file systems refuse, no invisible characters.
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|\ufffd]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[. ]+|[. ]+$/g, '')
  );
}

/** A name with at most this number of characters, which keeps its extension. */
export function shortFileName(name: string, most: number): string {
  if ([...name].length <= most) return name;
  const extension = /\.[^. ]{1,16}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)].slice(0, most - extension.length);

  return `${stem.join('').trim()}${extension}`;
}

/** The header with the name in ASCII and in UTF-8 (RFC 6266). */
export function contentDisposition(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
