import type { HandleOptions } from '../Action.ts';
import { runAttempts } from '../attempts/runAttempts.ts';
import type { Client } from '../Client.ts';
import { IntegrationError } from '../errors.ts';
import { CallSecrets } from '../mask/CallSecrets.ts';
import { createSoapResponse } from './createSoapResponse.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';
import type { SoapResponse } from './SoapResponse.ts';
import { soapExchange } from './soapExchange.ts';

/**
 * One call to a SOAP service: `await new SoapAction(endpoint, client).handle()`. It goes over the client's transport, and
 * is repeated, logged and reported as calls over HTTP are.
 */
export class SoapAction<Result = unknown> {
  protected readonly endpoint: AnySoapEndpoint;
  protected readonly client: Client;

  constructor(endpoint: AnySoapEndpoint, client: Client) {
    this.endpoint = endpoint;
    this.client = client;
  }

  /**
   * Makes the call, with as many attempts as the endpoint allows. When the last one failed, throws the fault: the `soap`
   * package's own error, with secrets masked in its message and its `root`. With `exceptions: false` it answers the failed
   * response instead.
   *
   * Throws IntegrationError: `integrations.call_failed` for a refusal that is no fault; `integrations.invalid_response`
   * for an answer that is no SOAP; `integrations.invalid_endpoint`, also for a description that cannot be used, and without
   * the `soap` package; otherwise as `Action.handle`.
   */
  async handle({ signal }: HandleOptions = {}): Promise<SoapResponse<Result>> {
    const { endpoint, client } = this;

    if (!(await this.enabled())) {
      throw new IntegrationError(
        'integrations.disabled',
        `${this.constructor.name} is switched off: its enabled() says so.`,
      );
    }
    await this.before();

    const secrets = new CallSecrets(client.mask);
    const { answer, tries } = await runAttempts({
      endpoint,
      client,
      exchange: soapExchange(endpoint, client, secrets),
      signal,
      secrets,
    });
    const response = createSoapResponse<Result>(answer, { tries, mask: secrets.mask });
    await this.after(response);
    return answer.throws ? response.throw() : response;
  }

  /** Whether calls are made at all; `handle` throws when not. */
  protected enabled(): boolean | Promise<boolean> {
    return true;
  }

  /** Before the first attempt. What it throws ends the call, and nothing is sent or logged. */
  protected before(): void | Promise<void> {}

  /** After the last attempt, when a response came: a failed one too, and before its fault is thrown. */
  protected after(_response: SoapResponse<Result>): void | Promise<void> {}
}
