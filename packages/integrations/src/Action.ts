import { httpExchange } from './attempts/httpExchange.ts';
import { runAttempts } from './attempts/runAttempts.ts';
import type { Client } from './Client.ts';
import type { AnyEndpoint } from './Endpoint.ts';
import { IntegrationError } from './errors.ts';
import type { HttpResponse } from './HttpResponse.ts';
import { isPromise } from './isPromise.ts';
import { CallSecrets } from './mask/CallSecrets.ts';
import { createResponse } from './response/createResponse.ts';

export interface HandleOptions {
  /** Ends the call, whatever it is doing; `handle` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * One call to somebody else's service: `await new Action(endpoint, client).handle()`. A subclass may switch it off, and do
 * something before and after:
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
   * Makes the call, with as many attempts as the endpoint allows, and answers the last response, a failed one too:
   * `(await action.handle()).throw()` makes an error of that.
   *
   * Throws IntegrationError: `integrations.disabled` when the action is switched off; `integrations.invalid_endpoint`;
   * `integrations.token_unavailable`; `integrations.timeout` and `integrations.no_response` when no response came;
   * `integrations.invalid_response` when it was too large.
   */
  async handle({ signal }: HandleOptions = {}): Promise<HttpResponse> {
    const { endpoint, client } = this;

    const enabled = this.enabled();
    if (!(isPromise(enabled) ? await enabled : enabled)) {
      throw new IntegrationError(
        'integrations.disabled',
        `${this.constructor.name} is switched off: its enabled() says so.`,
      );
    }
    const before = this.before();
    if (isPromise(before)) await before;

    const secrets = new CallSecrets(client.mask);
    const { answer, tries } = await runAttempts({
      endpoint,
      client,
      exchange: httpExchange(endpoint, client),
      signal,
      secrets,
    });
    const response = createResponse(answer, {
      method: endpoint.method(),
      tries,
      // Made for those only that need it.
      get mask() {
        return secrets.mask;
      },
    });
    const after = this.after(response);
    if (isPromise(after)) await after;
    return response;
  }

  /** Whether calls are made at all; `handle` throws when not. */
  protected enabled(): boolean | Promise<boolean> {
    return true;
  }

  /** Before the first attempt. What it throws ends the call, and nothing is sent or logged. */
  protected before(): void | Promise<void> {}

  /** After the last attempt, when a response came: a failed one too. What it throws is what `handle` throws. */
  protected after(_response: HttpResponse): void | Promise<void> {}
}
