import { say } from '@rowhouse/problems';
import type { HandleOptions } from '../Action.ts';
import { runAttempts } from '../attempts/runAttempts.ts';
import type { Client } from '../Client.ts';
import { IntegrationError } from '../errors.ts';
import { CallSecrets } from '../mask/CallSecrets.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';
import type { SoapResponse } from './SoapResponse.ts';
import { createSoapResponse } from './SoapResponse.ts';
import { soapExchange } from './soapExchange.ts';

/**
 * One call to a SOAP service: `await new SoapAction(endpoint, client).handle()`. It uses the client's transport and is
 * retried, logged and reported as an `Action`.
 */
export class SoapAction<Result = unknown> {
  protected readonly endpoint: AnySoapEndpoint;
  protected readonly client: Client;

  constructor(endpoint: AnySoapEndpoint, client: Client) {
    this.endpoint = endpoint;
    this.client = client;
  }

  /**
   * Makes the call, with as many attempts as the endpoint allows. If the last one failed, throws the fault: the error of
   * the `soap` package, with secrets masked in its message and its `root`. With `exceptions: false` it returns the failed
   * response instead.
   *
   * Throws IntegrationError: `integrations.call_failed` for a failure without a fault; `integrations.invalid_response` for
   * a response that is not SOAP; `integrations.invalid_endpoint`, also for an invalid WSDL and without the `soap`
   * package; otherwise as `Action.handle`.
   */
  async handle({ signal }: HandleOptions = {}): Promise<SoapResponse<Result>> {
    const { endpoint, client } = this;

    if (!(await this.enabled())) {
      throw new IntegrationError(
        'integrations.disabled',
        say`${this.constructor.name} is disabled: its enabled() returned false.`,
      );
    }
    await this.before();

    const secrets = new CallSecrets(client.mask);
    const { response: received, tries } = await runAttempts({
      endpoint,
      client,
      exchange: soapExchange(endpoint, client, secrets),
      signal,
      secrets,
    });
    const response = createSoapResponse<Result>(received, { tries, mask: secrets.mask });
    await this.after(response);
    return received.throws ? response.throw() : response;
  }

  /** Whether calls are made; `handle` throws otherwise. */
  protected enabled(): boolean | Promise<boolean> {
    return true;
  }

  /** Runs before the first attempt. If it throws, nothing is sent or logged. */
  protected before(): void | Promise<void> {}

  /** Runs after the last attempt if there is a response, also a failed one, before its fault is thrown. */
  protected after(_response: SoapResponse<Result>): void | Promise<void> {}
}
