import { batch, type Signal, signal } from '@preact/signals-core';
import { fileSender, type SendFile } from '../http/sendFile.ts';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';
import { headerOf } from './headerOf.ts';
import type { ImportRequestKind } from './ImportState.ts';

interface UploadsContext {
  readonly sendFile: SendFile;
  readonly translate: Translate;
  readonly lifetime: AbortSignal;
  readonly problem: Signal<TableProblem | null>;
  /** The chosen file; null for none. */
  file(): File | null;
  /** The path with the query of a request. */
  addressOf(kind: ImportRequestKind): string;
}

const purposes = { inspect: 'init', check: 'data', import: 'edit' } as const;
/** What the file is, the server finds out. */
const mediaType = 'application/octet-stream';

/** Sends the file, once at a time. */
export function importUploads({ sendFile, translate, lifetime, problem, file, addressOf }: UploadsContext) {
  const post = fileSender(sendFile, translate);
  const running = signal<ImportRequestKind | null>(null);
  const sent = signal<number | null>(null);
  let request = new AbortController();
  lifetime.addEventListener('abort', () => request.abort());

  const rest = () =>
    batch(() => {
      running.value = null;
      sent.value = null;
    });

  /** Sends the file for `accept`; what was sent before is aborted, and its response ignored. */
  async function upload(kind: ImportRequestKind, accept: (response: unknown) => void): Promise<void> {
    const chosen = file();
    if (chosen === null || lifetime.aborted) return;
    request.abort();
    request = new AbortController();
    const { signal: aborted } = request;
    const path = addressOf(kind);
    batch(() => {
      running.value = kind;
      sent.value = 0;
      problem.value = null;
    });
    const onProgress = (part: number) => {
      if (!aborted.aborted) sent.value = part;
    };
    try {
      const body = kind === 'inspect' ? await headerOf(chosen) : chosen;
      const response = await post(
        { path, file: body, mediaType, signal: aborted, onProgress },
        purposes[kind],
      );
      if (!aborted.aborted) batch(() => accept(response));
    } catch (error) {
      if (aborted.aborted) return;
      problem.value = problemOf(error, kind, translate);
    } finally {
      if (!aborted.aborted) rest();
    }
  }

  return {
    ...{ running, sent, upload },
    abort(): void {
      request.abort();
      rest();
    },
  };
}

/** Rethrows what is no failed request. */
function problemOf(error: unknown, kind: ImportRequestKind, translate: Translate): TableProblem {
  if (!(error instanceof TableFailure)) throw error;
  const { problem } = error;
  if (kind !== 'import' || problem.kind !== 'offline') return problem;
  // The same file would be imported a second time.
  const message =
    'The connection was lost, and the import may have started. Look at your notifications before you import the file again.';

  return { ...problem, message: translate(message) };
}
