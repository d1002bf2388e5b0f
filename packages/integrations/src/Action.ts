import { say } from '@rowhouse/problems';
import type { Exchange } from './attempts/makeAttempt.ts';
import { runAttempts } from './attempts/runAttempts.ts';
import type { Client } from './Client.ts';
import { type AnyEndpoint, isPromise } from './Endpoint.ts';
import { IntegrationError } from './errors.ts';
import { createResponse, type HttpResponse } from './HttpResponse.ts';
import { CallSecrets } from './mask/CallSecrets.ts';
import { buildRequest } from './request/buildRequest.ts';
import { bearerToken } from './Token.ts';
import { sendRequest, type TransportResponse } from './Transport.ts';

export interface HandleOptions {
  /** Cancels the call at any point; `handle` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * One call to an external service: `await new Action(endpoint, client).handle()`. A subclass can disable it and run code
 * before and after it:
 *
 *     class CreateShipment extends Action {
 *       constructor(order: Order, client: Client) {
 *         super(new ShipmentEndpoint(order), client);
 *       }
 *       protected override enabled() {
 *         return settings.courierEnabled;
 *       }
 *     }
 */
export class Action {
  protected readonly endpoint: AnyEndpoint;
  protected readonly client: Client;

  constructor(endpoint: AnyEndpoint, client: Client) {
    this.endpoint = endpoint;
    this.client = client;
  }

  /**
   * Makes the call, with as many attempts as the endpoint allows. Returns the last response, also a failed one:
   * `(await action.handle()).throw()` throws for those.
   *
   * Throws IntegrationError: `integrations.disabled` if the action is disabled; `integrations.invalid_endpoint`;
   * `integrations.token_unavailable`; `integrations.timeout` and `integrations.no_response` without a response;
   * `integrations.invalid_response` if it is too large.
   */
  async handle({ signal }: HandleOptions = {}): Promise<HttpResponse> {
    const { endpoint, client } = this;

    const enabled = this.enabled();
    if (!(isPromise(enabled) ? await enabled : enabled)) {
      throw new IntegrationError(
        'integrations.disabled',
        say`${this.constructor.name} is disabled: its enabled() returned false.`,
      );
    }
    const before = this.before();
    if (isPromise(before)) await before;

    const secrets = new CallSecrets(client.mask);
    const { response: received, tries } = await runAttempts({
      endpoint,
      client,
      exchange: httpExchange(endpoint, client),
      signal,
      secrets,
    });
    const response = createResponse(received, {
      method: endpoint.method(),
      tries,
      // Created only when needed.
      get mask() {
        return secrets.mask;
      },
    });
    const after = this.after(response);
    if (isPromise(after)) await after;
    return response;
  }

  /** Whether calls are made; `handle` throws otherwise. */
  protected enabled(): boolean | Promise<boolean> {
    return true;
  }

  /** Runs before the first attempt. If it throws, nothing is sent or logged. */
  protected before(): void | Promise<void> {}

  /** Runs after the last attempt if there is a response, also a failed one. `handle` throws what it throws. */
  protected after(_response: HttpResponse): void | Promise<void> {}
}

/** An attempt over HTTP. */
function httpExchange(endpoint: AnyEndpoint, client: Client): Exchange<TransportResponse> {
  return async ({ deadline, preparing, sending }) => {
    const provider = endpoint.tokenProvider?.();
    const { request, address, token, shownBody } = await buildRequest(endpoint, {
      takeToken: provider ? () => bearerToken(provider) : null,
      deadline,
      userAgent: client.userAgent,
      onAddress: (url) => preparing({ method: endpoint.method(), url, headers: {}, body: null, token: null }),
    });
    const { method, headers } = request;
    sending({ method, url: address, headers, body: shownBody, token });

    return sendRequest(client.transport, request);
  };
}
