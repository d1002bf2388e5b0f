import { type CallFault, callFaultText } from '@rowhouse/integrations/internal';
import type { EnglishText } from '@rowhouse/problems';

interface FaultText {
  readonly text: EnglishText;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** An error of the log as a text that is translated when it is shown. One that is not known as data stays as it is. */
export function callFault(error: string, fault: CallFault | null): FaultText {
  return fault === null
    ? { text: '{fault}', parameters: { fault: error } }
    : { text: callFaultText(fault.code), parameters: fault.parameters ?? {} };
}
