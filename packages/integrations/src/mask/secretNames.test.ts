import { expect, it } from 'vitest';
import { canary } from './createMask.fixture.ts';
import { createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode'] });

it.each([
  'x-hub-signature-256',
  'X-Shopify-Hmac-SHA256',
  'hmac_sha256',
  'hmacSha512',
  'signature-v2',
  'SignatureValue',
  'tokenValue',
  'token_value_md5',
  'pin_code',
  'ibanNumber',
  'partner_code_value',
])('recognises %s as a secret by the words before the last', (name) => {
  expect(mask.headers({ [name]: canary })).toEqual({ [name]: '***' });
  expect(mask.body({ [name]: canary, [`old_${name}`]: [canary] }, null)).toEqual({
    [name]: '***',
    [`old_${name}`]: '***',
  });
  expect(mask.body(`<a><${name}>${canary}</${name}></a>`, 'text/xml')).not.toContain(canary);
  expect(mask.url(`/a?${name}=${canary}`)).toBe(`/a?${name}=***`);
});

it('does not treat ordinary names as secrets because of their last word', () => {
  const body = {
    orderNumber: 'A-17',
    status_code: 'X4',
    postalCode: '400001',
    country_code: 'RO',
    phone_number: '0264 123',
    vatNumber: 'RO123',
    version_2: 'b',
    version: 'v2',
    api_v2: 'on',
    quantityValue: 3,
    value: 7,
    number: 8,
    code: 9,
    value_code: 10,
    sha256: 'e3b0c442',
    md5: 'd41d8cd9',
    file_sha256: 'e3b0c442',
    checksum_md5: 'd41d8cd9',
    spin_code: 'a',
    mapping_value: 'b',
    256: 'c',
  };

  expect(mask.body(body, null)).toEqual(body);
  expect(createMask({ except: ['pin'] }).body({ pin_code: 'map 7' }, null)).toEqual({ pin_code: 'map 7' });
  expect(createMask({ except: ['pin_code'] }).body({ pinCode: 'map 7', pin: 1 }, null)).toEqual({
    pinCode: 'map 7',
    pin: '***',
  });
});
