import { expect, it } from 'vitest';
import { callFault } from './callFault.ts';

it('is a text by the code, and the logged text if there is none', () => {
  expect(
    callFault('redirect: The response redirects more than 20 times.', {
      code: 'redirect.limit',
      parameters: { times: 20 },
    }),
  ).toEqual({ text: 'redirect: The response redirects more than {times} times.', parameters: { times: 20 } });
  expect(callFault('dns: x', { code: 'dns', parameters: { message: 'getaddrinfo ENOTFOUND a{b}' } })).toEqual(
    {
      text: 'dns: {message}',
      parameters: { message: 'getaddrinfo ENOTFOUND a{b}' },
    },
  );
  expect(callFault('Invalid parcel: {text}', null)).toEqual({
    text: '{fault}',
    parameters: { fault: 'Invalid parcel: {text}' },
  });
});
