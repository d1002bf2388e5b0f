import type { Signal } from '@preact/signals-core';
import type { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Confirmation } from './Actions.ts';

/** What the confirmation of a deletion shows of the rows that refer to the record. */
export function describedDeletions(confirmation: Signal<Confirmation | null>, send: SendRequest) {
  // Without the code, the confirmation is shown as it is.
  const load = () => import('./readDeletion.ts').catch(() => null);

  return {
    /** Reads it for the present confirmation. Never rejects. */
    async describe(path: string): Promise<void> {
      const { value: asked } = confirmation;
      if (asked === null) return;
      const reading = { ...asked, deletion: null };
      confirmation.value = reading;
      const deletion = await (await load())?.readDeletion(send, path);
      if (confirmation.value === reading) confirmation.value = deletion ? { ...asked, deletion } : asked;
    },
    /** Shows the rows that prevented the deletion; false if they are not the reason. */
    async confirmRefused(
      { body, problem: { message } }: TableFailure,
      asked: Pick<Confirmation, 'button' | 'row' | 'payload'>,
    ): Promise<boolean> {
      const deletion = (await load())?.refusedDeletion(body) ?? null;
      if (deletion) confirmation.value = { ...asked, message, subject: '', deletion };

      return deletion !== null;
    },
  };
}
