import type { TableHttp } from '../http/TableHttp.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import type { HostConditions, Translate } from '../TableController.ts';
import { translator } from './messages.ts';

export interface ConnectionOptions extends HostConditions {
  readonly http?: TableHttp;
  readonly i18n?: Translate;
  readonly onEvent?: (name: string, payload?: unknown) => void;
}

/** The table's connection to its server and its host. */
export function connect(options: ConnectionOptions, lifetime: AbortSignal) {
  const translate = translator(options.i18n);
  let host = hostConditions(options);
  let known = JSON.stringify(host);

  return {
    translate,
    send: requestSender(transportOver(options.http), translate),
    emit: (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload),
    host: () => host,
    /** True if the conditions have changed. */
    setHost(conditions: HostConditions): boolean {
      const before = known;
      host = hostConditions(conditions);
      known = JSON.stringify(host);

      return known !== before && !lifetime.aborted;
    },
  };
}

function hostConditions({ filters, intervals, params }: HostConditions): HostConditions {
  return { filters, intervals, params };
}
