import type { LikeMatch } from './Dialect.ts';

/** A LIKE pattern that matches the text's own `%`, `_` and escape characters literally. */
export function likePattern({ text, openStart, openEnd }: LikeMatch, escapeCharacter: '\\' | '!'): string {
  const special = escapeCharacter === '\\' ? /[\\%_]/g : /[!%_]/g;
  const literal = text.replace(special, (character) => escapeCharacter + character);

  return `${openStart ? '%' : ''}${literal}${openEnd ? '%' : ''}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC, the literal for comparing with columns without a zone. */
export function utcText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}
