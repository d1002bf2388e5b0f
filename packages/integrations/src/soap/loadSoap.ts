import { IntegrationError } from '../errors.ts';

export type Soap = typeof import('soap');

/** The `soap` package, which is loaded with the first call that needs it. */
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
