export { SoapAction } from './SoapAction.ts';
export type { AnySoapEndpoint, SoapEndpoint, SoapHeaders, SoapOptions } from './SoapEndpoint.ts';
export { BaseSoapEndpoint } from './SoapEndpoint.ts';
export type { SoapFault, SoapResponse } from './SoapResponse.ts';
