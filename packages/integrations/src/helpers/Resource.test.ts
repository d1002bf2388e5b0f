import { expect, test } from 'vitest';
import { Resource } from './payloads.ts';

class Address extends Resource {
  readonly city: string | null | undefined;
  constructor(city: string | null | undefined) {
    super();
    this.city = city;
  }
  protected attributes() {
    return { city: this.city, street: undefined };
  }
  protected override mandatory() {
    return ['city'];
  }
}

class Parcel extends Resource {
  readonly #code: string | undefined;
  readonly #cities: readonly (string | undefined)[];
  constructor({ code, cities }: { code?: string; cities: readonly (string | undefined)[] }) {
    super();
    this.#code = code;
    this.#cities = cities;
  }
  protected attributes() {
    return {
      code: this.#code,
      weight: 0,
      at: new Date(0),
      stops: this.#cities.map((city) => new Address(city)),
      meta: { first: new Address(this.#cities[0] ?? 'none') },
    };
  }
  protected override mandatory() {
    return ['code', 'weight', 'meta.last'];
  }
}

class Whole extends Parcel {
  protected override mandatory() {
    return ['code', 'weight', 'meta.first.city'];
  }
}

test('Resolves nested resources, also in lists and objects', () => {
  expect(new Whole({ code: 'A', cities: ['Cluj', 'Arad'] }).resolve()).toEqual({
    code: 'A',
    weight: 0,
    at: new Date(0),
    stops: [{ city: 'Cluj' }, { city: 'Arad' }],
    meta: { first: { city: 'Cluj' } },
  });
});

test('Names all missing mandatory attributes', () => {
  expect(() => new Parcel({ cities: ['Cluj', undefined] }).resolve()).toThrow(
    expect.objectContaining({
      code: 'integrations.invalid_resource',
      message: 'Parcel lacks stops.1.city, code, meta.last. Add the mandatory attributes.',
    }),
  );
});

test('Accepts null as a value of a mandatory attribute', () => {
  expect(new Address(null).resolve()).toEqual({ city: null });
});

test('Returns one payload for each item of a collection', () => {
  expect(Address.collection(['Cluj', 'Arad'])).toEqual([{ city: 'Cluj' }, { city: 'Arad' }]);
});

test('Serialises a resource as its payload', () => {
  expect(new Address('Cluj').toJson()).toBe('{"city":"Cluj"}');
  expect(JSON.stringify({ address: new Address('Cluj') })).toBe('{"address":{"city":"Cluj"}}');
});
