import { say } from '@rowhouse/problems';
import { SaxesParser } from 'saxes';
import { invalidSvg } from '../../errors.ts';

/** An element; its names without prefix. */
export interface XmlElement {
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  /** Elements and text in document order. */
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlAttribute {
  /** As written; empty without one. */
  readonly prefix: string;
  readonly name: string;
  readonly value: string;
}

const maxElements = 10_000;
const maxDepth = 100;
/** Per element. */
const maxAttributes = 250;
/** In scope at one element, inherited ones included. */
const maxNamespaces = 50;

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
  readonly prefixes: ReadonlySet<string>;
}

const unprintable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Drawing programs write both, and neither prefixed attributes nor comments are kept. */
const tolerated = /unbound namespace prefix|malformed comment/;

/**
 * Parses XML without a DTD, entities or style sheets. Anything malformed is refused, never skipped.
 *
 * @throws AvatarError `avatars.invalid_image`
 */
export function readXml(text: string): XmlElement {
  if (unprintable.test(text)) throw invalidSvg('has characters that XML does not allow');
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const document: (XmlElement | string)[] = [];
  const open: OpenElement[] = [];
  let elements = 0;
  let attributes = 0;
  const addText = (content: string) => open.at(-1)?.children.push(content);

  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', ({ message }) => {
    if (!tolerated.test(message)) throw refusal(message);
  });
  parser.on('doctype', (doctype) => {
    if (/[[<]/.test(doctype)) throw refusal('doctype');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') throw invalidSvg('refers to an external style sheet');
  });
  parser.on('opentagstart', () => {
    elements += 1;
    attributes = 0;
    if (elements > maxElements) throw invalidSvg(say`has more than ${maxElements} elements`);
    if (open.length >= maxDepth) throw invalidSvg(say`has elements nested more than ${maxDepth} deep`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) {
      throw invalidSvg(say`has an element with more than ${maxAttributes} attributes`);
    }
  });
  parser.on('opentag', (tag) => {
    if (tag.prefix !== '' && parser.resolve(tag.prefix) === undefined) throw refusal('unbound prefix');
    const parent = open.at(-1);
    const prefixes = new Set([...(parent?.prefixes ?? []), ...Object.keys(tag.ns)]);
    if (prefixes.size > maxNamespaces) throw invalidSvg(say`declares more than ${maxNamespaces} namespaces`);
    const element: OpenElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: Object.values(tag.attributes).map(({ prefix, local, value }) => ({
        prefix,
        name: local,
        value,
      })),
      children: [],
      prefixes,
    };
    (parent?.children ?? document).push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text.trimStart()).close();
  return document[0] as XmlElement;

  function refusal(message: string): Error {
    if (message.includes('doctype')) return invalidSvg('has declarations in its DOCTYPE, such as entities');
    const isEnd = /unclosed tag|unexpected end/.test(message);
    // An ampersand without semicolon takes the rest of the document for its name.
    const isOpenEntity = isEnd && text.lastIndexOf('&') > text.lastIndexOf(';');
    if (message.includes('entity') || isOpenEntity) {
      return invalidSvg('uses an entity that is not one of XML’s own five');
    }
    return invalidSvg(say`is not well-formed near character ${parser.position}`);
  }
}
