import { expect, test } from 'vitest';
import { Filter } from './payloads.ts';

class ParcelFilter extends Filter {
  protected allowed() {
    return ['status', 'city'];
  }
}

test('Accepts allowed keys', () => {
  expect(new ParcelFilter({ city: 'Cluj' }).toArray()).toEqual({ city: 'Cluj' });
});

test('Refuses other keys together, by name and without values', () => {
  expect(() => new ParcelFilter({ city: 'Cluj', secret: 'hunter2', constructor: 1 }).toArray()).toThrow(
    expect.objectContaining({
      code: 'integrations.unsupported_keys',
      status: 422,
      message: 'ParcelFilter does not support secret, constructor. Supported keys: status, city.',
    }),
  );
});
