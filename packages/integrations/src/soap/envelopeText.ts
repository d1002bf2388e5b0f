import { decodeText, wideCharset } from '../decodeText.ts';
import type { TransportResponse } from '../Transport.ts';
import { type MimePart, readMimeParts } from './multipartRelated.ts';

type Received = Pick<TransportResponse, 'headers' | 'body'>;

/**
 * The envelope of a response. One in parts (MTOM, SOAP with attachments) is that of its first or named part.
 *
 * @param inlines whether binary parts that the envelope includes replace their references, as Base64
 */
export function envelopeText(
  { headers, body }: Received,
  { inlines }: { readonly inlines: boolean },
): string {
  const contentType = headerText(headers['content-type']);
  const message = readMimeParts(body, contentType);
  if (message === null) return xmlText(body, contentType);
  const text = xmlText(message.root.body, message.root.contentType);

  return inlines ? withParts(text, message.parts) : text;
}

function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

const declaredEncoding = /^\s*<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** Decodes XML by its byte order mark, its content type, or else its declaration; as UTF-8 if the charset is unknown. */
export function xmlText(bytes: Uint8Array, contentType: string): string {
  const isDeclared = !/;\s*charset\s*=/i.test(contentType) && wideCharset(bytes) === null;
  const declared = isDeclared
    ? declaredEncoding.exec(
        Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 300)).toString('latin1'),
      )
    : null;
  try {
    return decodeText(bytes, declared === null ? contentType : `text/xml; charset=${declared[1]}`);
  } catch {
    return decodeText(bytes, null);
  }
}

const includes =
  /<(?:[\w.-]+:)?Include\s[^>]*?href\s*=\s*["']cid:([^"']+)["'][^>]*?(?:\/>|>\s*<\/(?:[\w.-]+:)?Include\s*>)/g;

function withParts(text: string, parts: readonly MimePart[]): string {
  if (!text.includes('Include')) return text;

  return text.replace(includes, (reference, id: string) => {
    const part = parts.find((one) => one.id === id || one.id === decoded(id));

    return part === undefined ? reference : Buffer.from(part.body).toString('base64');
  });
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
