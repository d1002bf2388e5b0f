import type { Client, Retry, Timeout } from '@rowhouse/integrations';
import { BaseSoapEndpoint, SoapAction } from '@rowhouse/integrations/soap';

export interface VatNumber {
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly number: string;
}

export interface VatCheck {
  readonly valid: boolean;
  readonly name?: string;
}

/** Asking twice does no harm, though it is a POST as all of SOAP is: so it says that it is safe to repeat. */
class VatEndpoint extends BaseSoapEndpoint implements Retry, Timeout {
  readonly #wsdl: string;
  readonly #number: VatNumber;

  constructor(wsdl: string, number: VatNumber) {
    super();
    this.#wsdl = wsdl;
    this.#number = number;
  }
  wsdl() {
    return this.#wsdl;
  }
  operation() {
    return 'CheckVat';
  }
  arguments() {
    return { ...this.#number };
  }
  tries() {
    return 2;
  }
  delay() {
    return 100;
  }
  isSafeToRepeat() {
    return true;
  }
  timeout() {
    return 10_000;
  }
}

class CheckVatAction extends SoapAction<VatCheck> {
  constructor(wsdl: string, number: VatNumber, client: Client) {
    super(new VatEndpoint(wsdl, number), client);
  }
}

/** Asks whether a number is valid. Throws the service's fault, with its code and detail in the message. */
export async function checkVat(wsdl: string, number: VatNumber, client: Client): Promise<VatCheck> {
  const { result } = await new CheckVatAction(wsdl, number, client).handle();

  return result ?? { valid: false };
}
