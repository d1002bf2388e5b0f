import type { DataPayload, LinkedTable } from '@rowhouse/table-protocol';
import type { TableHttp } from '../http/TableHttp.ts';
import { requestSender, type SendRequest, transportOver } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { translator } from '../language/translator.ts';

/** The application's own conditions, sent with every request. */
export interface HostConditions {
  /** table → column → value, or list of values. */
  readonly filters?: DataPayload['filters'] | undefined;
  /** table → column → `{min, max}`, both included. */
  readonly intervals?: DataPayload['intervals'] | undefined;
  /** Values for the server's query; sent to init, too. */
  readonly params?: DataPayload['params'] | undefined;
}

/** What is sent with every request. */
export interface SentConditions extends HostConditions {
  /** Selects the linked rows of a record; missing for other tables. */
  readonly linked?: DataPayload['linked'];
}

export interface ConnectionOptions extends HostConditions {
  readonly linked?: LinkedTable | null;
  readonly http?: TableHttp;
  readonly i18n?: Translate;
  readonly onEvent?: (name: string, payload?: unknown) => void;
}

/** The table's connection to its server and its host. */
export interface Connection {
  readonly translate: Translate;
  readonly send: SendRequest;
  /** Reports an event to the host. */
  emit(name: string, ...payload: readonly unknown[]): void;
  host(): SentConditions;
  /** True if the conditions have changed. */
  setHost(conditions: HostConditions): boolean;
}

export function connect(options: ConnectionOptions, lifetime: AbortSignal): Connection {
  const translate = translator(options.i18n);
  const { linked } = options.linked ?? {};
  let host = sentConditions(options, linked);
  let known = JSON.stringify(host);

  return {
    translate,
    send: requestSender(transportOver(options.http), translate),
    emit: (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload),
    host: () => host,
    setHost(conditions: HostConditions): boolean {
      const before = known;
      host = sentConditions(conditions, linked);
      known = JSON.stringify(host);

      return known !== before && !lifetime.aborted;
    },
  };
}

function sentConditions(
  { filters, intervals, params }: HostConditions,
  linked: SentConditions['linked'],
): SentConditions {
  return { filters, intervals, params, ...(linked && { linked }) };
}
