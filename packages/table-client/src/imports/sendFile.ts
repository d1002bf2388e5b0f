import { fetchedResponse, requestSender } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { ImportRequestKind } from './ImportState.ts';

/** A request whose body is a file. */
export interface FileRequest {
  /** With its query. */
  readonly path: string;
  readonly file: Blob;
  readonly signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress(sent: number): void;
}

/** Posts a file. Resolves for every status; rejects if there is no response. */
export type SendFile = (request: FileRequest) => Promise<Response>;

/** The headers of a request with a file: what it is, the server finds out. */
export const fileHeaders = { accept: 'application/json', 'content-type': 'application/octet-stream' };

/** Without progress, which `fetch` does not report. */
export const postFile: SendFile = ({ path, file, signal }) =>
  fetch(path, { method: 'POST', body: file, headers: fileHeaders, credentials: 'same-origin', signal });

const purposes = { inspect: 'init', check: 'data', import: 'edit' } as const;

/** Sends a file and resolves with the JSON of a success. Throws `TableFailure` for anything else. */
export function fileSender(sendFile: SendFile, translate: Translate) {
  return (kind: ImportRequestKind, request: FileRequest): Promise<unknown> => {
    const send = requestSender(async () => fetchedResponse(await sendFile(request)), translate);

    return send({ method: 'POST', path: request.path, signal: request.signal }, purposes[kind]);
  };
}

/** Bytes of a text file that have its header. */
const headerBytes = 2 ** 20;
const lineFeed = 10;

/** What the server needs of a file to read its header: the first lines of a long CSV file, otherwise all of it. */
export async function headerOf(file: Blob): Promise<Blob> {
  if (file.size <= headerBytes) return file;
  const bytes = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer());
  // An XLSX file is a zip archive, whose directory is at its end.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return file;
  const end = bytes.lastIndexOf(lineFeed);

  return end === -1 ? file : file.slice(0, end + 1);
}
