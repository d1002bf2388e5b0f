import type { WSDL } from 'soap';
import type { Client } from '../Client.ts';

const mostKept = 100;

/** Descriptions of services that were read, for as long as each may be kept. Those that could not be read are not in it. */
export class WsdlCache {
  readonly #kept = new Map<string, { readonly wsdl: WSDL; readonly until: number }>();

  get(key: string, now: Date): WSDL | null {
    const found = this.#kept.get(key);
    if (found && found.until > now.getTime()) return found.wsdl;

    this.#kept.delete(key);
    return null;
  }

  /** @param time in milliseconds */
  set(key: string, wsdl: WSDL, { now, time }: { readonly now: Date; readonly time: number }): void {
    if (!(time > 0)) return;

    this.#kept.delete(key);
    this.#kept.set(key, { wsdl, until: now.getTime() + time });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const caches = new WeakMap<Client, WsdlCache>();

/** One for each client, and as long as it. */
export function wsdlCacheOf(client: Client): WsdlCache {
  const cache = caches.get(client) ?? new WsdlCache();
  caches.set(client, cache);

  return cache;
}
