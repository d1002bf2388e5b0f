import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Attachment } from '../Endpoint.ts';
import type { EncodedBody } from './EncodedBody.ts';

interface Part extends Pick<OpenAttachment, 'size' | 'chunks'> {
  readonly head: Uint8Array;
}

/** Encodes fields and files as multipart/form-data (RFC 7578), streamed: FormData cannot send streams of unknown length. */
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
    // Also closes streams that were not read.
    body: Readable.from(write(parts, tail), { objectMode: false }).once('close', close),
    contentType: `multipart/form-data; boundary=${boundary}`,
    fixedType: true,
    length: totalOf(parts, tail),
    shown: shown(fields, attachments),
  };
}

function attachmentText({ name, filename, type = 'application/octet-stream' }: Attachment): string {
  if (!/^[\t\x20-\x7e]+$/.test(type))
    throw new TypeError(`the type of attachment ${name} is not a media type`);

  return `name="${quoted(name)}"; filename="${quoted(filename)}"\r\ncontent-type: ${type}`;
}

/** As browsers do: UTF-8, with only line ends and quotes escaped. */
function quoted(text: string): string {
  return text.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

const lineEnd = Buffer.from('\r\n');

function head(boundary: string, text: string): Uint8Array {
  return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${text}\r\n\r\n`);
}

/** Total bytes; null with a stream of unknown length. */
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

interface OpenAttachment {
  /** Bytes; null if unknown. */
  readonly size: number | null;
  readonly chunks: AsyncIterable<unknown> | Iterable<Uint8Array>;
  /** To be closed if it is not read to its end. */
  readonly stream: Readable | null;
}

/** Throws TypeError for a missing file. */
async function openAttachment({ name, content }: Attachment): Promise<OpenAttachment> {
  if (content instanceof Uint8Array) return { size: content.length, chunks: [content], stream: null };
  if (typeof content === 'function') {
    const stream = toReadable(await content());
    if (stream === null) throw new TypeError(`attachment ${name}: its function returned no stream`);
    return { size: null, chunks: stream, stream };
  }

  const file = await stat(content).catch(() => null);
  if (!file?.isFile()) throw new TypeError(`attachment ${name}: no such file: ${content}`);
  return { size: file.size, chunks: read(content), stream: null };
}

/** Opens the file on the first read, so that a request that is never sent leaves nothing open. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** Converts Node, Node-like and web streams to a Readable that may wait to be read; null for other values. */
export function toReadable(given: unknown): Readable | null {
  // It may fail before it is read: without a listener the process would end. Readers still get the error.
  return readableOf(given)?.on('error', () => {}) ?? null;
}

function readableOf(given: unknown): Readable | null {
  if (given instanceof Readable) return given;
  if (given instanceof ReadableStream) return Readable.fromWeb(given as never);
  const isAlike =
    typeof given === 'object' && given !== null && 'pipe' in given && Symbol.asyncIterator in given;

  return isAlike ? Readable.from(given as AsyncIterable<unknown>) : null;
}
