import type { IncomingMessage } from 'node:http';
import { longestText } from '../decodeText.ts';

const body = Symbol('body');

/** Null if the body is too long. */
type Watched = IncomingMessage & { [body]?: CollectedBody | null };

interface CollectedBody {
  readonly chunks: Buffer[];
  length: number;
}

/** Keeps the bytes of a JSON body as they arrive: to serialise the parsed body would cost more than the rest of the log. */
export function keepSentBody(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? '';
  // The parser of Fastify reads every JSON body as UTF-8.
  if (/json/i.test(type) && !/charset=(?!"?utf-?8)/i.test(type)) request.on('newListener', onNewListener);
}

/** The JSON object or array of a body that was read, as UTF-8; null if it was not kept. */
export function sentBody(request: Watched): Buffer | null {
  const collected = request[body];
  if (!collected) return null;
  const [only] = collected.chunks;
  const bytes =
    collected.chunks.length === 1 && only ? only : Buffer.concat(collected.chunks, collected.length);
  // Compressed bodies are not text.
  const first = bytes.find((byte) => byte > 0x20);

  return first === brace || first === bracket ? bytes : null;
}

const brace = '{'.charCodeAt(0);
const bracket = '['.charCodeAt(0);

/** Listens together with the parser: a listener of its own would start the stream too early. */
function onNewListener(this: Watched, event: string): void {
  if (event !== 'data') return;
  this.off('newListener', onNewListener);
  this.on('data', onData);
}

/** Joined once, in `sentBody`: a client may send a body byte by byte. */
function onData(this: Watched, chunk: Buffer | string): void {
  this[body] ??= { chunks: [], length: 0 };
  const collected = this[body];
  // A copy: chunks may share the memory of the socket.
  const added = Buffer.from(chunk);
  collected.length += added.length;
  if (collected.length <= longestText) {
    collected.chunks.push(added);
  } else {
    this[body] = null;
    this.off('data', onData);
  }
}
