import { finished } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { TransportError } from '../Transport.ts';
import type { BodyReader, Flow } from './readBody.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Unpacks a body on its way to `reader`; one in an encoding that is not known gets there as it is. */
export function decodeBody(reader: BodyReader, contentEncoding: unknown): BodyReader {
  if (contentEncoding === undefined) return reader;
  const encoding = String(contentEncoding).trim().toLowerCase();
  if (!isKnown(encoding)) return reader;

  const decoder = decoders[encoding]();
  let flow: Flow | null = null;
  let isEmpty = true;

  decoder.on('drain', () => flow?.resume());
  decoder.on('error', () => flow?.fail(broken(encoding)));
  decoder.on('data', (chunk: Buffer) => {
    try {
      reader.add(chunk);
    } catch (error) {
      flow?.fail(error as Error);
    }
  });

  return {
    attach(given) {
      flow = given;
      reader.attach?.({ ...given, pause: () => decoder.pause(), resume: () => decoder.resume() });
    },
    add(chunk) {
      isEmpty = false;
      if (!decoder.write(chunk)) flow?.pause();
    },
    async whole() {
      // As with HEAD, whose headers tell of a body that is not sent.
      if (!isEmpty) {
        decoder.end();
        await finished(decoder).catch(() => Promise.reject(broken(encoding)));
      }
      return reader.whole();
    },
    discard() {
      decoder.destroy();
      return reader.discard();
    },
  };
}

function isKnown(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}

function broken(encoding: string): TransportError {
  return new TransportError('other', `The answer says that it is ${encoding}, and cannot be unpacked.`, {
    mayHaveArrived: true,
  });
}
