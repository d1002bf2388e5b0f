import type { UserEvent } from './EventBus.ts';

/** PostgreSQL refuses 8,000 and more. */
const mostPayloadBytes = 7_000;

/** Texts of an event that may be shortened: they are for people, and can be read elsewhere. */
const texts = new Set(['title', 'body', 'name', 'message', 'parameters']);
const longestText = 400;

/**
 * An event as it is sent through the database. One that is too large has its texts shortened; when that is not enough,
 * only the id of a notification is left, and of a job everything but its texts. Throws when even that is too much.
 */
export function eventPayload(user: number, event: UserEvent): string {
  for (const reduce of [unchanged, withShortTexts, bare]) {
    const payload = JSON.stringify({ user, event: reduce(event) });
    if (Buffer.byteLength(payload) <= mostPayloadBytes) return payload;
  }
  throw new Error(
    `The event "${event.event}" is larger than ${mostPayloadBytes} bytes, even without its texts.`,
  );
}

const unchanged = (event: UserEvent) => event;

function withShortTexts({ event, data }: UserEvent) {
  const entries = Object.entries(data).map(([name, value]) => [name, texts.has(name) ? short(value) : value]);

  return { event, data: Object.fromEntries(entries) };
}

function short(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value];

    return characters.length > longestText ? `${characters.slice(0, longestText).join('')}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, short(inner)]));
}

function bare(event: UserEvent) {
  return event.event === 'notification'
    ? { event: event.event, data: { id: event.data.id } }
    : { event: event.event, data: { ...event.data, name: '', message: null } };
}
