import { type CallFault, callFaultText } from '@rowhouse/integrations';
import type { Phrase } from '../../kernel/language/translate.ts';

/** An error of the log as a text that is translated when it is shown. One that is not known as data stays as it is. */
export function callFault(error: string, fault: CallFault | null): Phrase {
  return fault === null
    ? { text: '{fault}', parameters: { fault: error } }
    : { text: callFaultText(fault.code), parameters: fault.parameters ?? {} };
}
