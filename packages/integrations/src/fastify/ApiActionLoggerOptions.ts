import type { FastifyRequest } from 'fastify';
import type { CallLog, CallRecord } from '../CallRecord.ts';
import type { FailureReports } from '../failures/FailureReports.ts';
import type { Mask } from '../mask/Mask.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `orders.ship`. */
    name?: string;
    /** Whether calls of the route are logged: wanted with `routes: 'marked'`, and false keeps a route out of `all`. */
    apiLog?: boolean;
  }
}

export interface ApiActionLoggerOptions {
  readonly log?: CallLog | null;
  readonly failures?: FailureReports | null;
  /** `createMask()` by default. */
  readonly mask?: Mask;
  /** Who called; asked when the call ends, and when it makes calls itself. */
  readonly user?: (request: FastifyRequest) => number | string | null;
  /**
   * `marked`, the default: routes with `config: { apiLog: true }`. `all`: every route that is registered afterwards in the
   * scope of the plugin.
   */
  readonly routes?: 'marked' | 'all';
  /** Statuses that are no failures; 200 alone by default. */
  readonly successStatuses?: readonly number[];
  /** Sees every record, masked, when it is logged. */
  readonly debug?: ((record: CallRecord) => void) | null;
}
