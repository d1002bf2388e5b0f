import { readAnswer, unreachable } from './request.ts';

export interface UploadOptions {
  /** Told the part of the form that has left, 0 to 1. */
  readonly onProgress: (sent: number) => void;
  /** Stops it; the promise is rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form with files, and answers what the service says. By XMLHttpRequest, since fetch tells no progress.
 *
 * @throws ApiError
 */
export async function upload<Answer>(path: string, form: FormData, options: UploadOptions): Promise<Answer> {
  return readAnswer<Answer>(await post(path, form, options), path);
}

async function post(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText || null, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
