import type { TransportRequest } from '../Transport.ts';

export interface EncodedBody {
  readonly body: TransportRequest['body'];
  readonly contentType: string | null;
  /** The type contains a boundary and cannot be replaced. */
  readonly fixedType?: boolean;
  /** Bytes, if known and not given by the body itself. */
  readonly length?: number | null;
  /** The body for the log, unmasked. */
  readonly shown: unknown;
}
