// What tests of masks hide.
export const canary = 'Kq7canaryZx9';
export const card = '4111 1111 1111 1111';
export const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ';

/** In the spellings of many services; `partnerCode` is one of the mask's own `keys`. */
export const secretNames = [
  'password',
  'access_token',
  'accessToken',
  'ACCESS-TOKEN',
  'X-Api-Key',
  'client_secret',
  'newPasswordConfirmation',
  'CVV',
  'cardNumber',
  'pin',
  'partner_code',
  'PARTNER-CODE',
  'sessionId',
];
