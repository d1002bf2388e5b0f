import type { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { type TransportError, transportError } from '../Transport.ts';
import type { BodyReader, Flow } from './BodyReader.ts';

/** Creates the decoder of an encoding from the first bytes. */
const decoders: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (first) => (hasZlibHeader(first) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/** Some servers send `deflate` without the header of zlib. */
function hasZlibHeader(bytes: Buffer): boolean {
  const [method = 0, flags] = bytes;
  if (flags === undefined) return (method & 0x0f) === 8;

  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

/** More than any server uses; each is a stage of its own. */
const mostEncodings = 5;

/**
 * Decompresses a body for `reader`, also one with several encodings, of which the last is removed first. Passes bodies with
 * an unknown encoding unchanged.
 */
export function decodeBody(reader: BodyReader, contentEncoding: unknown): BodyReader {
  if (contentEncoding === undefined) return reader;
  const encodings = String(contentEncoding)
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  const isKnown = encodings.every((encoding) => Object.hasOwn(decoders, encoding));
  if (!isKnown || encodings.length > mostEncodings) return reader;

  return encodings.reduce(decodeOne, reader);
}

function decodeOne(reader: BodyReader, encoding: string): BodyReader {
  let decoder: Transform | null = null;
  let flow: Flow | null = null;

  const open = (first: Buffer): Transform => {
    const opened = decoders[encoding]!(first);
    opened.on('drain', () => flow?.resume());
    opened.on('error', () => flow?.fail(broken(encoding)));
    opened.on('data', (chunk: Buffer) => {
      try {
        reader.add(chunk);
      } catch (error) {
        flow?.fail(error as Error);
      }
    });
    return opened;
  };

  return {
    attach(given) {
      flow = given;
      reader.attach?.({ ...given, pause: () => decoder?.pause(), resume: () => decoder?.resume() });
    },
    add(chunk) {
      decoder ??= open(chunk);
      if (!decoder.write(chunk)) flow?.pause();
    },
    async whole() {
      // Without a decoder there is no body, as for HEAD, whose headers describe one that is not sent.
      if (decoder !== null) {
        decoder.end();
        await finished(decoder).catch(() => Promise.reject(broken(encoding)));
      }
      return reader.whole();
    },
    discard() {
      decoder?.destroy();
      return reader.discard();
    },
  };
}

function broken(encoding: string): TransportError {
  return transportError('other.encoding', { parameters: { encoding }, mayHaveArrived: true });
}
