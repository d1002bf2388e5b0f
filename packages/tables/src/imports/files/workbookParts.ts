import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { fileFault, limits } from './FileRows.ts';

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly relation: string }[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

type Attributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** A parser of the XML of a part. Names are without their prefix. A document type is refused: it could define entities. */
export function xmlParser({ open, close, text }: XmlEvents): SaxesParser {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new Error('The part of the file has a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes as Attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }

  return parser;
}

function localName(name: string): string {
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : name;
}

async function readXml(stream: Readable, events: XmlEvents): Promise<void> {
  const parser = xmlParser(events);
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) parser.write(chunk);
  parser.close();
}

export async function readWorkbook(stream: Readable): Promise<Workbook> {
  const sheets: Workbook['sheets'][number][] = [];
  let is1904 = false;
  await readXml(stream, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      sheets.push({ name: attributes.name ?? '', relation: relation ?? '' });
    },
  });

  return { sheets, is1904 };
}

/** Id of a relation → name of the part. */
export async function readTargets(stream: Readable | null): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  if (stream === null) return targets;
  await readXml(stream, {
    open(name, { Id: id = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });

  return targets;
}

/** Formats of dates and times that files do not describe. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Index of a style → whether its numbers are shown as dates or times. */
export async function readStyles(stream: Readable | null): Promise<readonly boolean[]> {
  const formats = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  if (stream === null) return styles;
  await readXml(stream, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      const id = Number(numFmtId);
      const isBuiltIn = builtInDates.some(([first, last]) => id >= first && id <= last);
      styles.push(isBuiltIn || isDateFormat(formats.get(id) ?? ''));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });

  return styles;
}

/** Whether a format has a letter of dates outside of its texts, its colours and its conditions. */
export function isDateFormat(code: string): boolean {
  const plain = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .replace(/general/gi, '');

  return /[ymdhs]/i.test(plain);
}

/** The texts that cells refer to by their index. */
export async function readSharedTexts(stream: Readable | null): Promise<readonly string[]> {
  const texts: string[] = [];
  if (stream === null) return texts;
  let parts = '';
  let isText = false;
  let phonetic = 0;
  let length = 0;
  await readXml(stream, {
    open(name) {
      if (name === 'si') parts = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text(text) {
      if (!isText) return;
      parts += text;
      length += text.length;
      if (length > limits.sharedTexts) throw fileFault('It has too many texts. Save the table as CSV.');
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name === 'si') texts.push(parts);
    },
  });

  return texts;
}
