import type { UserEvent } from './EventBus.ts';

const known: readonly UserEvent['event'][] = ['notification', 'job'];

/** Null for what is no event: any program that uses the database may send to the channel. */
export function readPayload(payload: string): { readonly user: number; readonly event: UserEvent } | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (!isObject(value) || !Number.isInteger(value.user) || !isObject(value.event)) return null;
  const { event, data } = value.event;
  if (!known.some((name) => name === event) || !isObject(data)) return null;

  return { user: value.user as number, event: { event, data } as unknown as UserEvent };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
