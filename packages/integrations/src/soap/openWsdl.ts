import { LRUCache } from 'lru-cache';
import type { Client as SoapClient, WSDL } from 'soap';
import type { Client } from '../Client.ts';
import { IntegrationError } from '../errors.ts';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';
import { TransportError } from '../Transport.ts';
import type { Soap } from './loadSoap.ts';
import type { AnySoapEndpoint, SoapOptions } from './SoapEndpoint.ts';
import type { SoapWire } from './SoapWire.ts';

const defaultTime = 3_600_000;
const mostKept = 100;

/** Descriptions of services that were read, for as long as each may be kept: a cache for each client. */
const caches = new WeakMap<Client, LRUCache<string, WSDL>>();

interface Opening {
  readonly soap: Soap;
  readonly client: Client;
  readonly options: SoapOptions;
  readonly wire: SoapWire;
}

/** A client of the `soap` package for one attempt, by the cached description or by one that is read now. */
export async function openWsdl(
  endpoint: AnySoapEndpoint,
  { soap, client, options, wire }: Opening,
): Promise<SoapClient> {
  const wsdl = await endpoint.wsdl();
  if (typeof wsdl !== 'string' || wsdl === '') {
    throw invalidEndpoint(endpoint, '.wsdl() is empty; let it be an address, a path or the XML itself.');
  }
  const { location, wsdlCache = defaultTime, security: _, ...own } = options;
  const cache = cacheOf(client);
  // The package writes the options into the description, so that others need one of their own.
  const key = `${wsdl}\n${JSON.stringify(own, functionsToo)}`;
  const kept = wsdlCache > 0 ? cache.get(key) : undefined;

  try {
    const service = await soap.createClientAsync(withDeclaration(wsdl), {
      ...own,
      ...(location !== undefined && { endpoint: location }),
      httpClient: wire,
      wsdlCache: {
        has: () => kept !== undefined,
        get: () => kept!,
        // It is kept below, when it has a service.
        set: () => {},
      },
    });
    // One that breaks off is no error for the package.
    if (Object.keys(service.wsdl.definitions.services).length === 0) throw new Error('It has no service.');
    if (kept === undefined && wsdlCache > 0) cache.set(key, service.wsdl, { ttl: wsdlCache });
    return service;
  } catch (error) {
    if (error instanceof TransportError || error instanceof IntegrationError) throw error;

    throw invalidEndpoint(
      endpoint,
      '.wsdl() cannot be read: it is no WSDL that the soap package understands.',
      error,
    );
  }
}

function cacheOf(client: Client): LRUCache<string, WSDL> {
  const cache =
    caches.get(client) ??
    new LRUCache<string, WSDL>({
      max: mostKept,
      // By the client's clock, read each time.
      ttlResolution: 0,
      perf: { now: () => client.clock.now().getTime() },
    });
  caches.set(client, cache);

  return cache;
}

/** The package takes for a path what does not begin with an XML declaration. */
function withDeclaration(wsdl: string): string {
  const text = wsdl.trimStart();

  return text.startsWith('<') && !/^<\?xml/i.test(text) ? `<?xml version="1.0"?>${text}` : text;
}

const functions = new WeakMap<object, number>();
let functionCount = 0;

/** Functions and instances of classes are the same only as themselves. */
function functionsToo(_name: string, value: unknown): unknown {
  const isPlain = typeof value !== 'function' && !(value && typeof value === 'object' && isInstance(value));
  if (isPlain) return value;

  const number = functions.get(value as object) ?? ++functionCount;
  functions.set(value as object, number);
  return `function ${number}`;
}

function isInstance(value: object): boolean {
  return !Array.isArray(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value));
}
