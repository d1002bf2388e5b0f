import { expect, test } from 'vitest';
import { Filter } from './payloads.ts';

class ParcelFilter extends Filter {
  protected allowed() {
    return ['status', 'city'];
  }
}

test('Keys that are allowed pass', () => {
  expect(new ParcelFilter({ city: 'Cluj' }).toArray()).toEqual({ city: 'Cluj' });
});

test('Keys that are not are refused, all of them by name and none by value', () => {
  expect(() => new ParcelFilter({ city: 'Cluj', secret: 'hunter2', constructor: 1 }).toArray()).toThrow(
    expect.objectContaining({
      code: 'integrations.unsupported_keys',
      status: 422,
      message: 'ParcelFilter does not support secret, constructor. Supported keys: status, city.',
    }),
  );
});
