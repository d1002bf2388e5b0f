// How the rows of the fault table make their calls.
import { Action, type AnyEndpoint, type Client, type HttpResponse } from '../src/index.ts';
import type { FaultCase } from './faultTableRun.ts';
import { servers } from './faultTableServers.ts';
import type { RequestHandler } from './support.ts';

class ParcelEndpoint {
  readonly #method: 'GET' | 'POST';
  constructor(method: 'GET' | 'POST') {
    this.#method = method;
  }
  method() {
    return this.#method;
  }
  url() {
    return `${servers.courier.base}/parcels`;
  }
  body(): unknown {
    return this.#method === 'GET' ? null : { weight: 1 };
  }
}

/** An endpoint with further capabilities. */
export function get<Capabilities extends object>(capabilities: Capabilities): ParcelEndpoint & Capabilities {
  return Object.assign(new ParcelEndpoint('GET'), capabilities);
}

export function post<Capabilities extends object>(capabilities: Capabilities): ParcelEndpoint & Capabilities {
  return Object.assign(new ParcelEndpoint('POST'), capabilities);
}

export const retry = { tries: () => 3, delay: (attempt: number) => attempt * 100 };
export const safe = { ...retry, isSafeToRepeat: () => true };

/** Calls the courier with the given responses; `read` describes what the caller gets. */
export function calls(
  endpoint: AnyEndpoint,
  responses: readonly RequestHandler[] = [],
  read: (response: HttpResponse) => string | number = ({ status }) => status,
): FaultCase['run'] {
  return async (client: Client) => {
    servers.courier.respondsWith(...responses);

    return read(await new Action(endpoint, client).handle());
  };
}
