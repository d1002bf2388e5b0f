import { invalidSvg } from './invalidSvg.ts';

/** An element, its names without prefix. */
export interface XmlElement {
  readonly name: string;
  /** Null for none. */
  readonly namespace: string | null;
  readonly attributes: readonly XmlAttribute[];
  /** Elements and text in their order. */
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlAttribute {
  /** As written: empty without one. */
  readonly prefix: string;
  readonly name: string;
  readonly value: string;
}

const mostElements = 10_000;
const mostDepth = 100;
/** Of one element. */
const mostAttributes = 250;
/** In force at one element, its own and those of the elements around it. */
const mostNamespaces = 50;

const name = '(?:([A-Za-z_][\\w.-]*):)?([A-Za-z_][\\w.-]*)';
const attributePattern = new RegExp(`\\s+${name}\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const startPattern = new RegExp(`<${name}`, 'y');
const endPattern = new RegExp(`</${name}\\s*>`, 'y');
const tagClosePattern = /\s*(\/?)>/y;
const textPattern = /[^<]+/y;
const commentPattern = /<!--/y;
const cdataPattern = /<!\[CDATA\[/y;
const instructionPattern = /<\?([\w.:-]+)/y;
/** Without declarations of its own; what it points at is never read. */
const doctypePattern =
  /<!DOCTYPE\s+[\w.:-]+(?:\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')|SYSTEM))?(?:\s*(?:"[^"]*"|'[^']*'))?\s*>/y;

const unprintable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface OpenElement {
  readonly qualifiedName: string;
  readonly element: XmlElement & { readonly children: (XmlElement | string)[] };
  readonly namespaces: ReadonlyMap<string, string>;
}

/**
 * Reads XML that declares nothing: no entities, no style sheets. Whatever is not understood is refused, never skipped.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function readXml(text: string): XmlElement {
  let position = 0;
  let elements = 0;
  let root: XmlElement | null = null;
  const open: OpenElement[] = [];

  if (unprintable.test(text)) throw invalidSvg('has characters that XML does not allow');
  while (position < text.length) readNext();
  if (open.length > 0 || root === null) throw malformed();
  return root;

  function readNext(): void {
    if (text[position] !== '<') addText(decode(take(textPattern)?.[0] ?? ''));
    else if (take(commentPattern)) takeUntil('-->');
    else if (take(cdataPattern)) addText(takeUntil(']]>'));
    else if (text.startsWith('<?', position)) readInstruction();
    else if (text.startsWith('<!', position)) readDoctype();
    else if (text.startsWith('</', position)) readEnd();
    else readStart();
  }

  function readInstruction(): void {
    const target = take(instructionPattern)?.[1] ?? '';
    if (target.toLowerCase() === 'xml-stylesheet') throw invalidSvg('refers to an external style sheet');
    takeUntil('?>');
  }

  function readDoctype(): void {
    if (root !== null || open.length > 0 || !take(doctypePattern)) {
      throw invalidSvg('declares entities or other things in its DOCTYPE');
    }
  }

  function readStart(): void {
    const start = take(startPattern);
    if (!start || (root !== null && open.length === 0)) throw malformed();
    elements += 1;
    if (elements > mostElements) throw invalidSvg(`has more than ${mostElements} elements`);
    if (open.length >= mostDepth) throw invalidSvg(`has elements nested more than ${mostDepth} deep`);

    const attributes = readAttributes();
    const tagClose = take(tagClosePattern);
    if (!tagClose) throw malformed();
    const [, prefix = '', local = ''] = start;
    const namespaces = namespacesWithin(attributes);
    const namespace = namespaces.get(prefix) ?? null;
    if (prefix !== '' && namespace === null) throw malformed();
    const element = { name: local, namespace, attributes, children: [] };
    open.at(-1)?.element.children.push(element);
    root ??= element;
    if (tagClose[1] === '') open.push({ qualifiedName: qualified(prefix, local), element, namespaces });
  }

  function readAttributes(): XmlAttribute[] {
    const attributes: XmlAttribute[] = [];
    const seen = new Set<string>();
    for (;;) {
      const match = take(attributePattern);
      if (!match) return attributes;
      const [, prefix = '', local = '', double, single] = match;
      const written = qualified(prefix, local);
      if (seen.has(written)) throw malformed();
      seen.add(written);
      if (seen.size > mostAttributes)
        throw invalidSvg(`has an element with more than ${mostAttributes} attributes`);
      attributes.push({ prefix, name: local, value: decode(double ?? single ?? '') });
    }
  }

  function namespacesWithin(attributes: readonly XmlAttribute[]): ReadonlyMap<string, string> {
    const outer: ReadonlyMap<string, string> = open.at(-1)?.namespaces ?? new Map();
    const own = attributes.flatMap(({ prefix, name: local, value }): [string, string][] => {
      if (prefix === 'xmlns') return [[local, value]];
      return prefix === '' && local === 'xmlns' ? [['', value]] : [];
    });
    const namespaces = own.length === 0 ? outer : new Map([...outer, ...own]);
    if (namespaces.size > mostNamespaces) throw invalidSvg(`declares more than ${mostNamespaces} namespaces`);
    return namespaces;
  }

  function readEnd(): void {
    const end = take(endPattern);
    if (!end || open.pop()?.qualifiedName !== qualified(end[1], end[2])) throw malformed();
  }

  function addText(content: string): void {
    const parent = open.at(-1);
    if (parent) parent.element.children.push(content);
    else if (content.trim() !== '') throw malformed();
  }

  function decode(written: string): string {
    return written.replace(/&([^;&]{0,32});?/g, (whole, reference: string) => {
      const code = /^#(?:([0-9]{1,7})|x([0-9a-fA-F]{1,6}))$/.exec(reference);
      const known = code
        ? characterOf(code[1] === undefined ? Number.parseInt(code[2] ?? '', 16) : Number(code[1]))
        : Object.hasOwn(entities, reference) && entities[reference];
      if (!known || !whole.endsWith(';'))
        throw invalidSvg('uses an entity that is not one of XML’s own five');
      return known;
    });
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match) position = pattern.lastIndex;
    return match;
  }

  function takeUntil(end: string): string {
    const start = position;
    const found = text.indexOf(end, start);
    if (found < 0) throw malformed();
    position = found + end.length;
    return text.slice(start, found);
  }

  function malformed(): Error {
    return invalidSvg(`is not well-formed near character ${position + 1}`);
  }
}

function qualified(prefix: string | undefined, local: string | undefined): string {
  return prefix ? `${prefix}:${local}` : (local ?? '');
}

function characterOf(code: number): string | null {
  if (code > 0x10ffff) return null;
  const character = String.fromCodePoint(code);
  return unprintable.test(character) ? null : character;
}
