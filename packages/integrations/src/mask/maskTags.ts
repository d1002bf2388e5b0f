import { masked } from './Mask.ts';
import type { IsSecretName } from './secretNames.ts';

interface Tag {
  /** Without its prefix. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  /** Of the value, without quotes. */
  readonly start: number;
  readonly end: number;
}

/**
 * Masks elements and attributes with secret names in XML, HTML and similar text, also in CDATA, comments and malformed
 * documents. `<field name="password" value="…">` is included. An unclosed element is masked to the end.
 */
export function maskTags(text: string, isSecretName: IsSecretName): string {
  let result = text;
  if (result.includes('<')) result = scan(result, '<', '>', isSecretName);
  if (result.includes('&lt;')) result = scan(result, '&lt;', '&gt;', isSecretName);

  return result;
}

function scan(text: string, opening: string, closing: string, isSecretName: IsSecretName): string {
  let result = '';
  let written = 0;
  /** State of a preceding `<name>password</name>`, for the `<value>` that follows. */
  let named: { readonly from: number; secret: boolean } | null = null;

  for (let tag = nextTag(text, 0, opening, closing); tag !== null; ) {
    if (tag.kind === 'close') {
      if (named !== null && !named.secret && /^(?:name|key)$/i.test(tag.name)) {
        named.secret = isSecretName(text.slice(named.from, tag.start).slice(-256).trim());
      }
      tag = nextTag(text, tag.end, opening, closing);
      continue;
    }
    const names = new Set(
      tag.attributes
        .filter(({ name }) => /^(?:name|key|id)$/i.test(name))
        .map(({ start, end }) => text.slice(start, end)),
    );
    const isNamed = [...names].some((name) => isSecretName(name));
    for (const { name, start, end } of tag.attributes) {
      if (end > start && (isSecretName(name) || (isNamed && /^(?:value|content)$/i.test(name)))) {
        result += text.slice(written, start) + masked;
        written = end;
      }
    }
    const isValueOfSecret = named?.secret === true && /^(?:value|string)$/i.test(tag.name);
    const isSecret = isNamed || isSecretName(tag.name) || isValueOfSecret;
    if (tag.kind === 'open' && isSecret) {
      const close = closingTag(text, tag, opening, closing);
      const end = close?.start ?? text.length;
      result += text.slice(written, tag.end) + (end > tag.end ? masked : '');
      written = end;
      named = null;
      tag = close === null ? null : nextTag(text, close.end, opening, closing);
      continue;
    }
    if (tag.kind === 'open' && /^(?:name|key)$/i.test(tag.name)) named = { from: tag.end, secret: false };
    tag = nextTag(text, tag.end, opening, closing);
  }
  return result + text.slice(written);
}

/** The end tag of an element, which may contain elements of the same name. */
function closingTag(text: string, opened: Tag, opening: string, closing: string): Tag | null {
  let depth = 1;

  for (
    let tag = nextTag(text, opened.end, opening, closing);
    tag !== null;
    tag = nextTag(text, tag.end, opening, closing)
  ) {
    if (tag.name !== opened.name || tag.kind === 'empty') continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag;
  }
  return null;
}

function nextTag(text: string, from: number, opening: string, closing: string): Tag | null {
  for (let start = text.indexOf(opening, from); start !== -1; start = text.indexOf(opening, start + 1)) {
    const tag = readTag(text, start, opening, closing);
    if (tag !== null) return tag;
  }
  return null;
}

const nameStart = /[\p{L}_]/u;
const nameEnd = /[\s/>"'=<&]/g;

function readTag(text: string, start: number, opening: string, closing: string): Tag | null {
  let at = start + opening.length;
  const isClose = text[at] === '/';
  if (isClose) at += 1;
  if (!nameStart.test(text[at] ?? '')) return null;
  const nameStop = after(nameEnd, text, at);
  const name = text.slice(at, nameStop).slice(-256);
  const attributes: Attribute[] = [];
  at = nameStop;

  for (let guard = 0; guard < 1_000; guard += 1) {
    at = skipSpace(text, at);
    if (at >= text.length) return null;
    if (text.startsWith(closing, at)) {
      const isEmpty = text[at - 1] === '/';
      const kind = isClose ? 'close' : isEmpty ? 'empty' : 'open';
      return { name: localName(name), kind, start, end: at + closing.length, attributes };
    }
    // Another tag starts, so this was not one.
    if (text.startsWith(opening, at)) return null;
    const attribute = readAttribute(text, at);
    if (attribute === null) {
      at += 1;
      continue;
    }
    if (attribute.end > attribute.start) attributes.push(attribute);
    at = attribute.next;
  }
  return null;
}

function readAttribute(text: string, from: number): (Attribute & { readonly next: number }) | null {
  if (!nameStart.test(text[from] ?? '')) return null;
  const nameStop = after(nameEnd, text, from);
  const name = localName(text.slice(from, nameStop).slice(-256));
  let at = skipSpace(text, nameStop);
  if (text[at] !== '=') return { name, start: nameStop, end: nameStop, next: nameStop };
  at = skipSpace(text, at + 1);
  const quote = ['"', "'", '&quot;', '&#34;', '&apos;', '&#39;', '\\"'].find((known) =>
    text.startsWith(known, at),
  );
  if (quote === undefined) {
    const end = after(/[\s>&<]/g, text, at);
    return { name, start: at, end, next: end };
  }
  const start = at + quote.length;
  const found = text.indexOf(quote, start);
  const end = found === -1 ? text.length : found;

  return { name, start, end, next: found === -1 ? end : end + quote.length };
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;

  return at;
}

function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;

  return pattern.exec(text)?.index ?? text.length;
}
