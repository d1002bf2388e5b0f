import { masked } from './Mask.ts';
import type { IsSecretName } from './secretNames.ts';

/** Quotes, also as escaped in XML and URLs; backslashes may precede them. */
const quotes = ['"', "'", '`', '&quot;', '&#34;', '&#39;', '&apos;', '%22', '%27'];

/** Names whose value is the rest of the line. */
const lineNames = /(?:authorization|cookie)$/i;

const longestName = 64;

/** Words between a secret name and its value. */
const saidWord =
  /^(?:provided|given|supplied|received|sent|used|passed|specified|entered|submitted|presented|was|is)$/i;

/**
 * Masks `name=value`, `name: value` and `"name": "value"` in text of any format, also if truncated: an unterminated value
 * is masked to the end of the text.
 */
export function maskPairs(text: string, isSecretName: IsSecretName): string {
  if (!/[=:]|%3[AaDd]/.test(text)) return text;
  let result = '';
  let written = 0;
  const separators = /=>|%3[Dd]|%3[Aa]|[=:]/g;

  for (let match = separators.exec(text); match !== null; match = separators.exec(text)) {
    const name = nameBefore(text, match.index);
    if (name === null || !isSecretPhrase(name, isSecretName)) continue;
    const value = valueAfter(text, match.index + match[0].length, match[0], name);
    if (value === null) continue;
    result += text.slice(written, value.start) + masked;
    written = value.end;
    separators.lastIndex = value.end;
  }
  return result + text.slice(written);
}

/** The end of the phrase decides: "API key provided:" names a secret, "The password is wrong:" does not. */
function isSecretPhrase(phrase: string, isSecretName: IsSecretName): boolean {
  const words = phrase.split(/[ +]/);
  while (words.length > 1 && saidWord.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';

  return (
    isSecretName(last) ||
    (words.length > 1 &&
      /^(?:key|code|number|id|string|card)$/i.test(last) &&
      isSecretName(`${words.at(-2)}_${last}`))
  );
}

/** The name that ends at `end`, without quotes; null for none and for the prefix of an element. */
function nameBefore(text: string, end: number): string | null {
  let stop = end;
  for (let spaces = 0; spaces < 4 && isSpace(text, stop - 1); spaces += 1) stop -= 1;
  stop = beforeQuote(text, stop);
  let start = stop;
  while (start > 0 && stop - start < longestName && isNameCharacter(text, start - 1)) start -= 1;
  const name = text.slice(start, stop).trim();
  if (name === '') return null;
  if (text[start - 1] === '<' || (text[start - 1] === '/' && text[start - 2] === '<')) return null;

  return decoded(name);
}

function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function beforeQuote(text: string, end: number): number {
  const quote = quotes.find((candidate) => text.startsWith(candidate, end - candidate.length));
  if (quote === undefined || end < quote.length) return end;
  let start = end - quote.length;
  while (start > 0 && text[start - 1] === '\\') start -= 1;

  return start;
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r';
}

function isNameCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);

  return (
    code > 127 ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    ' _-.[]%$@+'.includes(text[at] ?? '\n')
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function valueAfter(text: string, from: number, separator: string, name: string): Span | null {
  let start = from;
  for (let spaces = 0; spaces < 8 && isSpace(text, start); spaces += 1) start += 1;
  if (isMasked(text, start)) return null;
  const block = blockEnd(text, start, separator);
  if (block !== null) return { start, end: block };
  const quoted = openingQuote(text, start);
  if (quoted !== null) {
    const begin = start + quoted.length;
    if (isMasked(text, begin)) return null;
    return nonEmpty(begin, closingQuote(text, begin, quoted));
  }
  if (text[start] === '{' || text[start] === '[') return { start, end: closingBracket(text, start) };
  if (lineNames.test(name)) return nonEmpty(start, lineEnd(text, start));
  const ends = separator === ':' ? /[\n\r,;&"<>)}\]]/g : /[\s,;&"'<>)}\]]/g;
  ends.lastIndex = start;

  return nonEmpty(start, ends.exec(text)?.index ?? text.length);
}

/** End of a YAML block: after `|` or `>`, all lines indented more than its name. */
function blockEnd(text: string, start: number, separator: string): number | null {
  if (separator !== ':' || (text[start] !== '|' && text[start] !== '>')) return null;
  const header = /[|>][-+\d]{0,2}[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r\n?|\n)/y;
  header.lastIndex = start;
  if (!header.test(text)) return null;
  const depth = indentation(text, lineStart(text, start), /[ \t-]/);
  let end = lineEnd(text, start);

  for (let at = header.lastIndex; at < text.length; ) {
    const stop = lineEnd(text, at);
    const isBlank = text.slice(at, stop).trim() === '';
    if (!isBlank && indentation(text, at, /[ \t]/) <= depth) break;
    if (!isBlank) end = stop;
    at = stop + (text.startsWith('\r\n', stop) ? 2 : 1);
  }
  return end;
}

function indentation(text: string, start: number, characters: RegExp): number {
  let end = start;
  while (end < text.length && characters.test(text[end] ?? '')) end += 1;

  return end - start;
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1;

  return start;
}

function nonEmpty(start: number, end: number): Span | null {
  return end > start ? { start, end } : null;
}

function isMasked(text: string, at: number): boolean {
  return text.startsWith(masked, at) && !/[\p{L}\p{N}]/u.test(text[at + masked.length] ?? '');
}

/** The quote with preceding backslashes. */
function openingQuote(text: string, at: number): string | null {
  let start = at;
  while (start - at < 32 && text[start] === '\\') start += 1;
  const quote = quotes.find((candidate) => text.startsWith(candidate, start));

  return quote === undefined ? null : text.slice(at, start) + quote;
}

/** Position of the same quote with as many backslashes, or fewer if the surrounding text ends there. */
function closingQuote(text: string, from: number, quoted: string): number {
  const slashes = quoted.lastIndexOf('\\') + 1;
  const quote = quoted.slice(slashes);

  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    let before = 0;
    while (at - before > from && text[at - before - 1] === '\\') before += 1;
    if (before <= slashes) return at - before;
    if (slashes === 0 && before % 2 === 0) return at;
  }
  return text.length;
}

function closingBracket(text: string, start: number): number {
  let depth = 0;

  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function lineEnd(text: string, start: number): number {
  const end = /[\n\r]/g;
  end.lastIndex = start;

  return end.exec(text)?.index ?? text.length;
}
