import { decodeQuery } from '@rowhouse/tables/internal';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type AxiosLike, notJson } from './TableHttp.ts';
import { encodeQuery, transportOver, withQuery } from './transport.ts';

describe('over fetch', () => {
  const fetched = async (response: Response, payload?: object, method = 'POST') => {
    const http = vi.fn(async () => response);
    const { signal } = new AbortController();
    const result = await transportOver(http as unknown as typeof fetch)({
      method,
      path: '/a',
      payload,
      signal,
    });

    return { result, call: http.mock.calls[0] as unknown[], signal };
  };

  test('sends a JSON body with the cookies of the own origin', async () => {
    const { call, signal } = await fetched(Response.json({}), { selection: [1] });
    expect(call).toEqual([
      '/a',
      {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: '{"selection":[1]}',
        signal,
      },
    ]);
  });

  test('sends no body with GET, or without a payload', async () => {
    const get = await fetched(Response.json({}), { meta: { start: 0 } }, 'GET');
    expect(get.call[0]).toBe('/a?meta%5Bstart%5D=0');
    expect(get.call[1]).not.toHaveProperty('body');
    const bare = await fetched(Response.json({}), undefined, 'DELETE');
    expect(bare.call[1]).toMatchObject({ method: 'DELETE', headers: { accept: 'application/json' } });
    expect(bare.call[1]).not.toHaveProperty('body');
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ['null', null],
    ['', undefined],
    ['<p>', notJson],
  ])('reads the body %j', async (body, data) => {
    const { result } = await fetched(new Response(body, { status: 409, headers: { 'Retry-After': '3' } }));
    expect(result.data).toBe(typeof data === 'object' && data !== null ? result.data : data);
    expect(result.data).toEqual(data);
    expect(result).toMatchObject({ status: 409, headers: { 'retry-after': '3' } });
  });

  test('uses the current fetch of the page by default', async () => {
    vi.stubGlobal('fetch', async () => Response.json('stubbed'));
    try {
      expect((await transportOver()({ method: 'GET', path: '/a' })).data).toBe('stubbed');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('rejects without a response', async () => {
    const http = async () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(transportOver(http)({ method: 'GET', path: '/a' })).rejects.toThrow('Failed to fetch');
  });
});

describe('over Axios', () => {
  const request = vi.fn<AxiosLike['request']>();
  // Axios itself is a function that has `request`.
  const axios = Object.assign(() => undefined, { request }) as unknown as AxiosLike;

  test('sends the query in the address, where no serialiser of the instance can change it', async () => {
    request.mockResolvedValueOnce({ status: 200, data: { a: 1 }, headers: {} });
    const { signal } = new AbortController();
    await transportOver(axios)({
      method: 'GET',
      path: '/a',
      payload: { columns: [], meta: { sort: true } },
      signal,
    });
    expect(request).toHaveBeenLastCalledWith({
      method: 'GET',
      url: '/a?meta%5Bsort%5D=true',
      headers: { Accept: 'application/json' },
      signal,
    });
  });

  test('passes a payload as data', async () => {
    request.mockResolvedValueOnce({ status: 204, data: '', headers: undefined });
    const result = await transportOver(axios)({ method: 'PATCH', path: '/a', payload: { selection: [1] } });
    expect(request).toHaveBeenLastCalledWith({
      method: 'PATCH',
      url: '/a',
      headers: { Accept: 'application/json' },
      data: { selection: [1] },
    });
    expect(result).toEqual({ status: 204, data: undefined, headers: {} });
  });

  test('returns the response of an error that Axios throws', async () => {
    request.mockRejectedValueOnce(
      Object.assign(new Error('Request failed with status code 429'), {
        response: { status: 429, data: '<p>', headers: { 'Retry-After': 5, toJSON: () => ({}) } },
      }),
    );
    const result = await transportOver(axios)({ method: 'GET', path: '/a' });
    expect(result).toEqual({ status: 429, data: notJson, headers: { 'retry-after': '5' } });
  });

  test.each([new Error('Network Error'), { response: undefined }, { response: { data: {} } }, 'odd', null])(
    'rejects without a response: %o',
    async (error) => {
      request.mockRejectedValueOnce(error);
      const rejected = await transportOver(axios)({ method: 'GET', path: '/a' }).catch((thrown) => ({
        thrown,
      }));
      expect(rejected).toEqual({ thrown: error });
    },
  );
});

describe('encodeQuery', () => {
  test('brackets and encodes everything, with blanks as + and booleans as words', () => {
    expect(encodeQuery({ meta: { search: 'a b&c=d+e', sort: true }, columns: [{ name: 'größe' }] })).toBe(
      'meta%5Bsearch%5D=a+b%26c%3Dd%2Be&meta%5Bsort%5D=true&columns%5B0%5D%5Bname%5D=gr%C3%B6%C3%9Fe',
    );
  });

  test('omits null, undefined, empty lists and empty objects', () => {
    expect(
      encodeQuery({ filters: null, params: undefined, columns: [], intervals: {}, meta: { start: 0 } }),
    ).toBe('meta%5Bstart%5D=0');
  });

  test('writes values as JSON does, and half of a surrogate pair as the replacement character', () => {
    expect(encodeQuery({ day: new Date(0), none: Number.NaN, text: '\ud800' })).toBe(
      'day=1970-01-01T00%3A00%3A00.000Z&text=%EF%BF%BD',
    );
  });

  test('appends to an existing query', () => {
    expect(withQuery('/a', { b: 1 })).toBe('/a?b=1');
    expect(withQuery('/a?x=2', { b: 1 })).toBe('/a?x=2&b=1');
    expect(withQuery('/a', { b: null })).toBe('/a');
  });
});

// What a query can carry: text at the leaves, no null, nothing empty. A list counts, so that it comes back as one.
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter(
    (text) => text !== '__proto__' && !/[[\]]/.test(text) && !/^\d+$/.test(text) && text.isWellFormed(),
  );
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => value.isWellFormed());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    text,
    fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  ),
}));
const members = ['filters', 'intervals', 'params', 'meta', 'columns', 'internalFilters', 'selection'];
const payload = fc.dictionary(
  fc.constantFrom(...members),
  value.filter((member) => typeof member === 'object'),
  {
    noNullPrototype: true,
  },
);

test('returns the values that were encoded when the server decodes them', () => {
  fc.assert(
    fc.property(payload, (sent) => {
      // Entries of these lists are objects on the wire, and a text there would be read as JSON.
      const lists = [sent.columns, sent.internalFilters].flat();
      fc.pre(lists.every((entry) => typeof entry !== 'string'));
      expect(JSON.parse(JSON.stringify(decodeQuery(encodeQuery(sent))))).toEqual(sent);
    }),
  );
});
