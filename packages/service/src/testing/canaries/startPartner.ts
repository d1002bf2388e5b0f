import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyEndpoint, Method } from '@rowhouse/integrations';

export interface PartnerResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

/** An external service with a defined response for each path. */
export interface Partner {
  readonly base: string;
  /** An endpoint with its own class, so that its failures form their own group. */
  endpoint<Capabilities extends object>(
    name: string,
    call: {
      readonly method: Method;
      readonly response: PartnerResponse;
      readonly capabilities: Capabilities;
      /** Failures are grouped by it. Defaults to the name. */
      readonly group?: string;
    },
  ): Base & Capabilities;
  stop(): Promise<void>;
}

type Base = Pick<AnyEndpoint, 'method' | 'url' | 'body'>;

export async function startPartner(): Promise<Partner> {
  const responses = new Map<string, PartnerResponse>();
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const { pathname } = new URL(request.url ?? '/', 'http://partner');
    const { status, headers = {}, body = '' } = responses.get(pathname) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    base,
    endpoint(name, { method, response, capabilities, group = name }) {
      responses.set(`/${name}`, response);
      const own = {
        [group]: class {
          method() {
            return method;
          }
          url() {
            return `${base}/${name}`;
          }
          body(): unknown {
            return null;
          }
        },
      }[group];
      if (own === undefined) throw new Error('The endpoint has no name.');

      return Object.assign(new own(), capabilities);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
