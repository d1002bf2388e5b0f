import { LRUCache } from 'lru-cache';
import type { Client as SoapClient, SoapMethod, WSDL } from 'soap';
import type { Client } from '../Client.ts';
import { IntegrationError, invalidEndpoint } from '../errors.ts';
import { TransportError } from '../Transport.ts';
import { exactValues } from './deserializers.ts';
import type { AnySoapEndpoint, SoapOptions } from './SoapEndpoint.ts';
import type { SoapWire } from './SoapWire.ts';

const defaultTime = 3_600_000;
const maxCached = 100;

/** Parsed WSDLs by client. */
const caches = new WeakMap<Client, LRUCache<string, WSDL>>();

interface Opening {
  readonly soap: Soap;
  readonly client: Client;
  readonly options: SoapOptions;
  readonly wire: SoapWire;
}

/** Creates a client of the `soap` package for one attempt, from a cached or newly loaded WSDL. */
export async function openWsdl(
  endpoint: AnySoapEndpoint,
  { soap, client, options, wire }: Opening,
): Promise<SoapClient> {
  const wsdl = await endpoint.wsdl();
  if (typeof wsdl !== 'string' || wsdl === '') {
    throw invalidEndpoint(endpoint, '.wsdl() is empty; use a URL, a path or the XML itself.');
  }
  const { location, wsdlCache = defaultTime, security: _, ...given } = options;
  const own = { ...given, customDeserializer: { ...exactValues, ...given.customDeserializer } };
  const cache = cacheOf(client);
  // The package stores the options in the WSDL, so they are part of the key.
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
        // Cached below, if it has a service.
        set: () => {},
      },
    });
    // The package accepts a truncated WSDL.
    if (Object.keys(service.wsdl.definitions.services).length === 0) throw new Error('It has no service.');
    if (options.forceSoap12Headers === undefined) service.wsdl.options.forceSoap12Headers = isSoap12(service);
    if (kept === undefined && wsdlCache > 0) cache.set(key, service.wsdl, { ttl: wsdlCache });
    return service;
  } catch (error) {
    if (error instanceof TransportError || error instanceof IntegrationError) throw error;

    throw invalidEndpoint(
      endpoint,
      '.wsdl() cannot be read: the soap package does not understand it as a WSDL.',
      error,
    );
  }
}

/** Whether the WSDL has bindings of SOAP 1.2 only. */
function isSoap12({ wsdl }: SoapClient): boolean {
  const namespaces = Object.values(wsdl.definitions.xmlns ?? {});

  return (
    namespaces.includes('http://schemas.xmlsoap.org/wsdl/soap12/') &&
    !namespaces.includes('http://schemas.xmlsoap.org/wsdl/soap/')
  );
}

function cacheOf(client: Client): LRUCache<string, WSDL> {
  const cache =
    caches.get(client) ??
    new LRUCache<string, WSDL>({
      max: maxCached,
      // Reads the client's clock each time.
      ttlResolution: 0,
      perf: { now: () => client.clock.now().getTime() },
    });
  caches.set(client, cache);

  return cache;
}

/** The package treats text without an XML declaration as a path. */
function withDeclaration(wsdl: string): string {
  const text = wsdl.trimStart();

  return text.startsWith('<') && !/^<\?xml/i.test(text) ? `<?xml version="1.0"?>${text}` : text;
}

const functions = new WeakMap<object, number>();
let functionCount = 0;

/** Compares functions and class instances by identity. */
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

type Soap = typeof import('soap');

/** Loads the optional `soap` package on the first call. */
export async function loadSoap(): Promise<Soap> {
  try {
    return await import('soap');
  } catch (cause) {
    throw new IntegrationError(
      'integrations.invalid_endpoint',
      'SOAP calls need the package "soap", which cannot be loaded; install it: npm install soap@1.',
      { cause },
    );
  }
}

interface FoundOperation {
  readonly call: SoapMethod;
  /** Types of its arguments, as the package describes them. */
  readonly inputTypes: () => unknown;
  /** Whether it has no output. */
  readonly isOneWay: boolean;
}

/** The operation of the first port that has it. Throws `integrations.invalid_endpoint` with the existing ones. */
export function findOperation(
  endpoint: AnySoapEndpoint,
  service: SoapClient,
  operation: string,
): FoundOperation {
  const known = new Set<string>();

  for (const [serviceName, { ports }] of Object.entries(service.wsdl.definitions.services)) {
    for (const [portName, { binding }] of Object.entries(ports)) {
      if (Object.hasOwn(binding.methods, operation)) {
        const method = binding.methods[operation]!;
        return {
          call: service[serviceName][portName][operation],
          inputTypes: () => method.description(service.wsdl.definitions).input,
          isOneWay: !method.output,
        };
      }
      for (const name of Object.keys(binding.methods)) known.add(name);
    }
  }
  throw invalidEndpoint(
    endpoint,
    `.operation() is ${operation}, which its WSDL does not have; it has ${[...known].slice(0, 50).join(', ') || 'none'}.`,
  );
}
