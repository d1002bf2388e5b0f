import { Method } from '../Method.ts';
import type { SoapEndpoint, SoapOptions } from './SoapEndpoint.ts';

/**
 * A SOAP endpoint that says only what is its own: `wsdl()`, `operation()` and `arguments()`. Its method is POST, its body
 * the arguments, and its url the description's, or else the location, or else the operation: the log shows that until the
 * address is known that the description says.
 */
export abstract class BaseSoapEndpoint implements SoapEndpoint {
  abstract wsdl(): string | Promise<string>;
  abstract operation(): string | Promise<string>;
  abstract arguments(): object | null | Promise<object | null>;

  options(): SoapOptions | Promise<SoapOptions> {
    return {};
  }

  method(): Method {
    return Method.POST;
  }

  async url(): Promise<string> {
    const wsdl = await this.wsdl();
    const isAddress = wsdl !== '' && !wsdl.trimStart().startsWith('<');

    return isAddress ? wsdl : ((await this.options()).location ?? this.operation());
  }

  body(): object | null | Promise<object | null> {
    return this.arguments();
  }
}
