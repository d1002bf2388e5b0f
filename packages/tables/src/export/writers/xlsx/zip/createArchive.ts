import { constants, crc32, createDeflateRaw } from 'node:zlib';
import type { OutputQueue } from '../../outputQueue.ts';
import { type ArchivedFile, dataDescriptor, directory, localHeader } from './records.ts';

/** Writes a ZIP archive as a stream. Calls do not overlap. */
export interface Archive {
  /** Starts a file of less than 4 GiB, and ends the previous one. */
  begin(path: string): Promise<void>;
  /** Appends to the file. Resolves when more may be written. `onRead`: called when the piece is compressed, and no longer read. */
  add(piece: Buffer, onRead?: () => void): Promise<void>;
  /** Ends the last file and the archive; resolves when the output has taken all bytes. */
  finish(): Promise<void>;
}

/** State of the current file. */
interface OpenFile {
  readonly path: string;
  readonly start: number;
  readonly dataStart: number;
  crc: number;
  size: number;
  readonly deflater: ReturnType<typeof createDeflater>;
}

/** An empty block that ends the stream. */
const lastBlock = Buffer.from([0x03, 0x00]);

/**
 * Compresses the pieces of a file one by one, in another thread, at the fastest level: XML needs no better one. Each
 * piece ends at a byte boundary. A stream per piece would allocate memory each time, and flushing by a call of its own
 * would wait for the event loop twice.
 */
function createDeflater(): { add(piece: Buffer): Promise<Buffer>; close(): void } {
  const stream = createDeflateRaw({ level: 1, flush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 });
  let deflated: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => deflated.push(bytes));

  return {
    add(piece) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      stream.once('error', reject);
      stream.write(piece, () => {
        stream.off('error', reject);
        resolve(Buffer.concat(deflated));
        deflated = [];
      });

      return promise;
    },
    close: () => stream.close(),
  };
}

export function createArchive(queue: OutputQueue): Archive {
  const files: ArchivedFile[] = [];
  let file: OpenFile | null = null;

  async function endFile(): Promise<void> {
    if (!file) return;

    await queue.send(lastBlock);
    await queue.settle();
    const { dataStart, deflater, ...ended } = file;
    deflater.close();
    const archived = { ...ended, compressedSize: queue.length - dataStart };
    files.push(archived);
    file = null;
    await queue.send(dataDescriptor(archived));
    await queue.settle();
  }

  return {
    async begin(path) {
      await endFile();
      const header = localHeader(path);
      const start = queue.length;
      file = { path, start, dataStart: start + header.length, crc: 0, size: 0, deflater: createDeflater() };
      await queue.send(header);
    },
    async add(piece, onRead = () => {}) {
      if (!file) throw new Error('No file has been started.');
      file.crc = crc32(piece, file.crc);
      file.size += piece.length;
      const deflated = file.deflater.add(piece);
      // Its failure is that of the queue.
      deflated.then(onRead, () => {});
      await queue.send(deflated);
    },
    async finish() {
      await endFile();
      await queue.send(directory(files, queue.length));
      await queue.end();
    },
  };
}
