import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Attachment } from '../../Endpoint.ts';
import type { EncodedBody } from '../encodeBody.ts';
import { type OpenAttachment, openAttachment } from './openAttachment.ts';

interface Part extends Pick<OpenAttachment, 'size' | 'chunks'> {
  readonly head: Uint8Array;
}

/** Fields and files as multipart/form-data (RFC 7578): in memory nothing but what is there already. */
export async function encodeMultipart(
  fields: readonly (readonly [name: string, value: string])[],
  attachments: readonly Attachment[],
): Promise<EncodedBody> {
  const boundary = `rowhouse-${randomBytes(16).toString('hex')}`;
  const parts: Part[] = fields.map(([name, value]) => {
    const bytes = Buffer.from(value);
    return { head: head(boundary, `name="${quoted(name)}"`), size: bytes.length, chunks: [bytes] };
  });

  const opened: Readable[] = [];
  const close = () => {
    for (const stream of opened) stream.destroy();
  };
  try {
    for (const attachment of attachments) {
      const { size, chunks, stream } = await openAttachment(attachment);
      if (stream) opened.push(stream);
      parts.push({ head: head(boundary, attachmentText(attachment)), size, chunks });
    }
  } catch (error) {
    close();
    throw error;
  }

  const tail = Buffer.from(`--${boundary}--\r\n`);
  return {
    // Those whose turn never comes are open, too.
    body: Readable.from(write(parts, tail), { objectMode: false }).once('close', close),
    contentType: `multipart/form-data; boundary=${boundary}`,
    fixedType: true,
    length: totalOf(parts, tail),
    shown: shown(fields, attachments),
  };
}

function attachmentText({ name, filename, type = 'application/octet-stream' }: Attachment): string {
  if (!/^[\t\x20-\x7e]+$/.test(type)) throw new TypeError(`the type of attachment ${name} is none`);

  return `name="${quoted(name)}"; filename="${quoted(filename)}"\r\ncontent-type: ${type}`;
}

/** As browsers write them: UTF-8, and only what would end the text is escaped. */
function quoted(text: string): string {
  return text.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

const lineEnd = Buffer.from('\r\n');

function head(boundary: string, text: string): Uint8Array {
  return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${text}\r\n\r\n`);
}

/** Bytes in all; null when a stream does not tell its own. */
function totalOf(parts: readonly Part[], tail: Uint8Array): number | null {
  let total = tail.length;
  for (const { head, size } of parts) {
    if (size === null) return null;
    total += head.length + size + lineEnd.length;
  }
  return total;
}

async function* write(parts: readonly Part[], tail: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const { head, chunks } of parts) {
    yield head;
    for await (const chunk of chunks)
      yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    yield lineEnd;
  }
  yield tail;
}

function shown(
  fields: readonly (readonly [name: string, value: string])[],
  attachments: readonly Attachment[],
): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = Object.fromEntries(fields);
  for (const { name, filename } of attachments) {
    all[name] = [...[all[name] ?? []].flat(), `[file ${filename}]`];
  }
  return all;
}
