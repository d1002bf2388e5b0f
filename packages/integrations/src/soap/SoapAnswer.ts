import type { AttemptAnswer } from '../attempts/Exchange.ts';
import type { SoapFault } from './SoapResponse.ts';

/** What came of an attempt that was answered. */
export interface SoapAnswer extends AttemptAnswer {
  readonly result: unknown;
  readonly soapHeaders: unknown;
  readonly soapFault: SoapFault | null;
  /** What is thrown when it failed with a fault. */
  readonly error: Error | null;
  /** As it was sent; null when it is not kept. */
  readonly envelope: string | null;
  readonly throws: boolean;
}
