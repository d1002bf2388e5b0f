import type { RequestPurpose } from './TableProblem.ts';
import { fetchedResponse, requestSender } from './transport.ts';

/** A request whose body is a file. */
export interface FileRequest {
  /** With its query. */
  readonly path: string;
  readonly file: Blob;
  /** Those of the request, with the type of the file. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress(sent: number): void;
}

/** Posts a file. Resolves for every status; rejects if there is no response. */
export type SendFile = (request: FileRequest) => Promise<Response>;

/** Without progress, which `fetch` does not report. */
export const postFile: SendFile = ({ path, file, headers, signal }) =>
  fetch(path, { method: 'POST', body: file, headers, credentials: 'same-origin', signal });

/** Sends a file and resolves with the JSON of a success. Throws `TableFailure` for anything else. `say` translates. */
export function fileSender(sendFile: SendFile, say: (text: string) => string) {
  return (
    { mediaType, ...request }: Omit<FileRequest, 'headers'> & { readonly mediaType: string },
    purpose: RequestPurpose,
  ): Promise<unknown> => {
    const headers = { accept: 'application/json', 'content-type': mediaType };
    const send = requestSender(async () => fetchedResponse(await sendFile({ ...request, headers })), say);

    return send({ method: 'POST', path: request.path, signal: request.signal }, purpose);
  };
}
