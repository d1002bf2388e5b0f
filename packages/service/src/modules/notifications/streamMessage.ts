import type { UserEvent } from '../../kernel/events/EventBus.ts';
import type { Reader } from '../../kernel/language/moments.ts';
import { presentNotification } from './presentNotification.ts';
import type { StoredNotification } from './StoredNotification.ts';

/** An event as pages hear it, in the language and the time zone of their user. */
export function streamMessage(
  { event, data }: UserEvent,
  reader: Reader,
): { readonly name: string; readonly data: unknown } {
  if (event !== 'notification') return { name: event, data };
  if (data.title === undefined) return { name: 'changed', data };

  return { name: event, data: presentNotification(data as unknown as StoredNotification, reader) };
}
