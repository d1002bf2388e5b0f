import { isUtf8 } from 'node:buffer';
import { importMediaTypes } from '@rowhouse/table-protocol/internal';
import { parse } from 'secure-json-parse';
import { UnreadableBody } from '../http/UnreadableBody.ts';

/**
 * The body of a request: parsed JSON, or plain text, which no table accepts; undefined without a body. Throws an
 * `UnreadableBody` for invalid JSON, for more than `limit` bytes, and for other types.
 */
export async function readBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type');
  const mediaType = type?.split(';')[0]?.trim().toLowerCase();
  const isReadable = mediaType === 'application/json' || mediaType === 'text/plain';

  if (type !== null && !isReadable) throw new UnreadableBody(415);
  if (isEncoded(request.headers)) throw new UnreadableBody(415);
  const bytes = await readBytes(request, limit).catch((error: unknown) => {
    // A client that disconnects truncates the body.
    request.signal.throwIfAborted();
    throw error;
  });

  if (type === null) {
    if (bytes.length > 0) throw new UnreadableBody(415);
    return undefined;
  }
  // Invalid bytes would become replacement characters that no client has sent.
  if (!isUtf8(bytes)) throw new UnreadableBody(400);
  const text = bytes.toString('utf8');

  return mediaType === 'text/plain' ? text : parseJson(text);
}

/** The body of a request with a file, as it arrives. Throws an `UnreadableBody` for types that no import has. */
export function uploadOf({ headers, body }: Request, isImport: boolean): AsyncIterable<Uint8Array> | null {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const encoding = headers.get('content-encoding')?.trim() ?? '';
  const isFile = !isImport || importMediaTypes.some((known) => known === type);
  if ((body !== null && !isFile) || !/^(?:identity)?$/i.test(encoding)) throw new UnreadableBody(415);

  return body;
}

/** Compressed, or in another charset than UTF-8. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')?.trim() ?? '';
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers.get('content-type') ?? '')?.[1];

  return !/^(?:identity)?$/i.test(encoding) || (charset !== undefined && !/^utf-?8$/i.test(charset));
}

async function readBytes({ headers, body }: Request, limit: number): Promise<Buffer> {
  if (Number(headers.get('content-length')) > limit) throw new UnreadableBody(413, { limit });
  const chunks: Uint8Array[] = [];
  let length = 0;

  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    // Ends the stream, too.
    if (length > limit) throw new UnreadableBody(413, { limit });
    chunks.push(chunk);
  }

  return Buffer.concat(chunks, length);
}

/** As in Fastify: members that could change a prototype are refused. */
function parseJson(text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new UnreadableBody(400, { cause });
  }
}
