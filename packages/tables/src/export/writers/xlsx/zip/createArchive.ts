import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { OutputQueue } from '../../outputQueue.ts';
import { type ArchivedFile, dataDescriptor, directory, localHeader } from './records.ts';

/** A ZIP archive that is written as it comes. Calls do not overlap. */
export interface Archive {
  /** Begins a file of less than 4 GiB, and ends the one before. */
  begin(path: string): Promise<void>;
  /** Continues with the file. Resolves when more may come. */
  add(piece: Buffer): Promise<void>;
  /** Ends the last file and the archive; resolves when the output has taken everything. */
  finish(): Promise<void>;
}

/** Of a file that has started. */
interface OpenFile {
  readonly path: string;
  readonly start: number;
  readonly dataStart: number;
  crc: number;
  size: number;
}

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);
/**
 * The fastest level: XML needs no better one. Pieces are deflated one by one, in other threads; each ends on a whole
 * byte, so that put together they are one stream.
 */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 };
/** An empty block that ends the stream. */
const lastBlock = Buffer.from([0x03, 0x00]);

export function createArchive(queue: OutputQueue): Archive {
  const files: ArchivedFile[] = [];
  let file: OpenFile | null = null;

  async function endFile(): Promise<void> {
    if (!file) return;

    await queue.send(lastBlock);
    await queue.settle();
    const { dataStart, ...ended } = file;
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
      file = { path, start, dataStart: start + header.length, crc: 0, size: 0 };
      await queue.send(header);
    },
    async add(piece) {
      if (!file) throw new Error('No file has been started.');
      file.crc = crc32(piece, file.crc);
      file.size += piece.length;
      await queue.send(deflate(piece, options));
    },
    async finish() {
      await endFile();
      await queue.send(directory(files, queue.length));
      await queue.end();
    },
  };
}
