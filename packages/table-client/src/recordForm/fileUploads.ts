import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { fileResponse } from '@rowhouse/table-protocol/internal';
import { fileSender, type SendFile } from '../http/sendFile.ts';
import { TableFailure } from '../http/TableProblem.ts';
import { withQuery } from '../http/transport.ts';
import { numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';
import { type FormEntries, without } from './formEntries.ts';
import { valueIn } from './formFields.ts';
import type { FileUpload } from './RecordFormState.ts';

interface UploadsContext {
  readonly sendFile: SendFile;
  readonly translate: Translate;
  readonly lifetime: AbortSignal;
  readonly entries: FormEntries;
  readonly params: Readonly<Record<string, unknown>> | undefined;
}

export interface FileUploads {
  /** Field → the file that is being sent for it. */
  readonly uploads: ReadonlySignal<Readonly<Record<string, FileUpload>>>;
  /** Value → bytes of the file, of those that were sent here. */
  readonly fileSizes: ReadonlySignal<Readonly<Record<string, number>>>;
  readonly isSending: ReadonlySignal<boolean>;
  /** `settled` is waiting. */
  readonly isAwaited: ReadonlySignal<boolean>;
  /**
   * Sends a file for a field, which gets its value. False if it is refused, which is then a fault of the field, or cancelled; what was
   * sent before for the field is cancelled, too.
   */
  sendFile(name: string, file: File): Promise<boolean>;
  /** Cancels what is sent for a field, or for all, and forgets why it was refused. */
  cancelFile(name?: string): void;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
}

/** Sends the files of fields, one at a time for each. */
export function fileUploads({ sendFile, translate, lifetime, entries, params }: UploadsContext): FileUploads {
  const post = fileSender(sendFile, translate);
  const uploads = signal<Readonly<Record<string, FileUpload>>>({});
  const fileSizes = signal<Readonly<Record<string, number>>>({});
  const isAwaited = signal(false);
  const isSending = computed(() => Object.keys(uploads.value).length > 0);
  const running = new Map<string, { readonly request: AbortController; readonly done: Promise<boolean> }>();

  function refuse(name: string, message: string): false {
    batch(() => {
      entries.set(name, valueIn(entries.values.value, name), message);
      entries.validate(name);
    });

    return false;
  }

  async function send(name: string, file: File, path: string, request: AbortController): Promise<boolean> {
    const aborted = AbortSignal.any([request.signal, lifetime]);
    const show = (sent: number) => {
      if (!aborted.aborted) uploads.value = { ...uploads.value, [name]: { name: file.name, sent } };
    };
    show(0);
    try {
      const response = await readResponse(
        'edit',
        (body) => read(fileResponse, body),
        await post(
          {
            ...{ path: withQuery(path, { name: file.name, params }), file },
            ...{ mediaType: file.type || 'application/octet-stream', signal: aborted, onProgress: show },
          },
          'edit',
        ),
        translate,
      );
      if (aborted.aborted) return false;
      batch(() => {
        fileSizes.value = { ...fileSizes.value, [response.value]: response.size };
        entries.set(name, response.value);
      });

      return true;
    } catch (error) {
      if (aborted.aborted) return false;
      if (!(error instanceof TableFailure)) throw error;

      return refuse(name, error.problem.errors.file?.[0] ?? error.problem.message);
    } finally {
      if (running.get(name)?.request === request) {
        running.delete(name);
        uploads.value = without(uploads.value, name);
      }
    }
  }

  function cancel(name: string): void {
    running.get(name)?.request.abort();
    running.delete(name);
    batch(() => {
      uploads.value = without(uploads.value, name);
      // Without the fault of an earlier file.
      entries.set(name, valueIn(entries.values.value, name));
    });
  }

  return {
    ...{ uploads, fileSizes, isSending, isAwaited },
    async sendFile(name, file) {
      const field = entries.fields.value.find((one) => one.name === name);
      const { upload: path, maxBytes = 0 } = field?.file ?? {};
      if (path === undefined || field?.readOnly || lifetime.aborted) return false;
      cancel(name);
      if (file.size > maxBytes) {
        const most = numberText(maxBytes / 1_000_000);

        return refuse(name, translate('The file is too large. Choose one of at most {most} MB.', { most }));
      }
      const request = new AbortController();
      // Registered before its first step.
      const { promise: done, resolve, reject } = Promise.withResolvers<boolean>();
      running.set(name, { request, done });
      send(name, file, path, request).then(resolve, reject);

      return done;
    },
    cancelFile(name) {
      for (const one of name === undefined ? running.keys() : [name]) cancel(one);
    },
    async settled() {
      isAwaited.value = true;
      while (running.size > 0) await Promise.allSettled([...running.values()].map(({ done }) => done));
      isAwaited.value = false;
    },
  };
}
