import { TransportError } from '../Transport.ts';

/** How a reader holds back the sender, and ends the request. */
export interface Flow {
  pause(): void;
  resume(): void;
  fail(error: Error): void;
}

/** Where the body of a response goes. */
export interface BodyReader {
  /** Before the first chunk. */
  attach?(flow: Flow): void;
  add(chunk: Buffer): void;
  /** After the last chunk: what is kept in memory. */
  whole(): Uint8Array | Promise<Uint8Array>;
  /** The body will never be whole: leaves nothing behind. Never rejects. */
  discard(): Promise<void> | undefined;
}

/** Keeps a body in memory, and throws TransportError when it is more than `limit` bytes. */
export function readBody(limit: number): BodyReader {
  const chunks: Buffer[] = [];
  let size = 0;

  return {
    add(chunk) {
      size += chunk.length;
      if (size > limit) {
        throw new TransportError(
          'too_large',
          `The answer is larger than ${limit} bytes. Raise maxResponseSize, or let options() have a sink.`,
          { mayHaveArrived: true },
        );
      }
      chunks.push(chunk);
    },
    whole: () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)),
    discard() {
      chunks.length = 0;
      return undefined;
    },
  };
}
