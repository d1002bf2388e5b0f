import fastCheck, { type Arbitrary } from 'fast-check';
import { type Content, json, otherRepresentation } from './hostileBodies.fixture.ts';
import { brokenJson, hostileText, hostileValue, write } from './hostileValues.fixture.ts';

/** The part of OpenAPI that the service uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly description?: string;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: Schema;
  readonly description?: string;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly contentType: string | null;
  readonly body: Schema | null;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface Attack {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** Valid values of the service, with which hostile requests pass the first checks. */
export interface Vocabulary {
  readonly ids: readonly string[];
  /** Ids of views. */
  readonly views: readonly string[];
  /** Names of tables and columns: `orders.total`. */
  readonly columns: readonly string[];
  /** Names of permissions. */
  readonly permissions: readonly string[];
  /** Ids of API keys that no caller uses. */
  readonly keys: readonly string[];
  readonly password: string;
}

export function operationsOf(description: { readonly paths?: object }): Operation[] {
  return Object.entries(description.paths ?? {}).flatMap(([path, methods]: [string, object]) =>
    Object.entries(methods).map(([method, written]: [string, Described]) => {
      const described = withoutReferences(description, written);
      const [content] = Object.entries(described.requestBody?.content ?? {});

      return {
        method: method.toUpperCase(),
        path,
        parameters: described.parameters ?? [],
        contentType: content?.[0] ?? null,
        body: content?.[1].schema ?? null,
      };
    }),
  );
}

/** Operations of tables refer to parts that they share. */
function withoutReferences(description: object, { parameters = [], requestBody }: Described): Described {
  const found = <Part extends object>(part: Part): Part => {
    const { $ref } = part as { readonly $ref?: string };
    if ($ref === undefined) return part;

    return $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((inner, name) => Reflect.get(inner as object, name), description) as Part;
  };

  return { parameters: parameters.map(found), ...(requestBody && { requestBody: found(requestBody) }) };
}

/** Requests to an operation, most of them valid except for one or two fields. */
export function attacks(operation: Operation, words: Vocabulary): Arbitrary<Attack> {
  const { path, parameters } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const segments = fastCheck.tuple(
    ...inPath.map(({ name }) =>
      likelyOr(fastCheck.constantFrom(...idsOf(path, name, words)), hostileText, 3),
    ),
  );
  const query = fastCheck.array(queryPart(inQuery, words), { maxLength: inQuery.length + 1 });
  const headers = fastCheck.oneof(
    { weight: 4, arbitrary: fastCheck.constant({}) },
    { weight: 1, arbitrary: hostileHeaders },
  );

  return fastCheck.record({ segments, query, headers, content: contentOf(operation, words) }).map((parts) => {
    const address = inPath.reduce(
      (text, { name }, index) => text.replace(`{${name}}`, encode(parts.segments[index] ?? '') || '%20'),
      path,
    );
    const suffix = parts.query.length === 0 ? '' : `?${parts.query.join('&')}`;

    return {
      path: `${address}${suffix}`.slice(0, 12_000),
      headers: { ...parts.content.headers, ...parts.headers },
      body: parts.content.body,
    };
  });
}

function idsOf(path: string, name: string, { keys, views, ids }: Vocabulary): readonly string[] {
  if (name === 'key') return keys;

  return path.startsWith('/api/views/') ? views : ids;
}

function contentOf({ method, contentType, body }: Operation, words: Vocabulary): Arbitrary<Content> {
  const none: Arbitrary<Content> = fastCheck.constant({ headers: {}, body: null });
  if (method === 'GET') return none;
  if (contentType === 'multipart/form-data') return fastCheck.oneof(form, none);
  const whole = fastCheck.oneof(
    { weight: 6, arbitrary: mutated(body ?? {}, words) },
    { weight: 1, arbitrary: hostileValue },
  );
  const written = whole.map((value) => ({ headers: json, body: write(value) }));
  const broken = brokenJson.map((text) => ({ headers: json, body: text }));
  return fastCheck.oneof(
    { weight: 8, arbitrary: written },
    { weight: 1, arbitrary: broken },
    { weight: 3, arbitrary: otherRepresentation(whole) },
    { weight: 1, arbitrary: none },
  );
}

/** A value of the schema, with some hostile parts. */
function mutated(schema: Schema, words: Vocabulary, name = ''): Arbitrary<unknown> {
  return likelyOr(likely(schema, words, name), hostileValue, 6);
}

function likely(schema: Schema, words: Vocabulary, name: string): Arbitrary<unknown> {
  const { properties, items, enum: allowed, const: only, type } = schema;
  if (only !== undefined) return fastCheck.constant(only);
  if (allowed !== undefined && allowed.length > 0) return fastCheck.constantFrom(...allowed);
  if (properties !== undefined) return objectOf(properties, words);
  switch ([type].flat()[0]) {
    case 'array':
      return fastCheck.array(mutated(items ?? {}, words, name), { maxLength: 3 });
    case 'integer':
    case 'number':
      return fastCheck.integer({ min: 1, max: name === 'roleId' ? 3 : 60 });
    case 'boolean':
      return fastCheck.boolean();
    case 'object':
      return name === 'state'
        ? fastCheck.constantFrom<object>({}, { search: 'ada' }, { length: 20 })
        : byColumn(words);
    default:
      return name === 'sharedWith'
        ? fastCheck.constantFrom<unknown>('everyone', [], [1, 3])
        : textOf(name, words);
  }
}

/** Mostly valid except for one member, so that the request reaches the code that uses it. */
function objectOf(properties: Readonly<Record<string, Schema>>, words: Vocabulary): Arbitrary<unknown> {
  const names = Object.keys(properties);
  const whole = fastCheck.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, likely(member, words, name)]),
    ),
  );
  const oneWrong = fastCheck
    .tuple(whole, fastCheck.constantFrom(...names), hostileValue)
    .map(([value, name, wrong]) => ({ ...value, [name]: wrong }));
  const fewer = fastCheck
    .tuple(whole, fastCheck.subarray(names))
    .map(([value, kept]) => Object.fromEntries(kept.map((name) => [name, value[name]])));
  const unknown = fastCheck
    .tuple(whole, hostileText, hostileValue)
    .map(([value, name, wrong]) => ({ ...value, [name.slice(0, 50)]: wrong }));

  return fastCheck.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 5, arbitrary: oneWrong },
    { weight: 3, arbitrary: fewer },
    { weight: 1, arbitrary: unknown },
  );
}

function textOf(name: string, words: Vocabulary): Arbitrary<string> {
  if (/email/i.test(name)) return fastCheck.nat({ max: 99 }).map((n) => `user${n}@example.com`);
  if (/password/i.test(name)) return fastCheck.constant(words.password);

  if (name === 'view') return fastCheck.constantFrom(...words.views);
  if (name === 'table') return fastCheck.constantFrom('orders', 'orders', 'users', 'nothing');
  if (/permission/i.test(name)) return fastCheck.constantFrom(...words.permissions);

  return fastCheck.constantFrom(...words.columns, ...words.ids, 'en', 'Ada Lovelace');
}

/** `{ orders: { total: { min, max } } }`, as in filters and intervals. */
function byColumn({ columns }: Vocabulary): Arbitrary<unknown> {
  const value = fastCheck.oneof(
    hostileValue,
    fastCheck.array(hostileValue, { maxLength: 3 }),
    fastCheck.record({ min: hostileValue, max: hostileValue }, { requiredKeys: [] }),
  );

  return fastCheck
    .tuple(fastCheck.constantFrom(...columns), value)
    .map(([name, content]) =>
      name.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), content),
    );
}

function queryPart(parameters: readonly Parameter[], words: Vocabulary): Arbitrary<string> {
  const unknown = fastCheck.tuple(hostileText, hostileText);
  const [first, ...rest] = parameters.map(({ name, schema, description = '' }) => {
    const isJson = (schema?.description ?? description).startsWith('JSON of');
    const value = isJson ? fastCheck.oneof(byColumn(words), hostileValue).map(write) : hostileText;
    const suffix = fastCheck.constantFrom(
      '',
      '',
      '',
      '[]',
      '[a][b]',
      '[__proto__]',
      '[0][name]',
      '[orders][total][min]',
    );

    return fastCheck.tuple(
      suffix.map((text) => `${name}${text}`),
      likelyOr(fastCheck.constantFrom(...(name === 'table' ? ['orders'] : ['1', 'true', '20'])), value, 2),
    );
  });
  const part = first === undefined ? unknown : fastCheck.oneof(first, ...rest, unknown);

  return part.map(([name, value]) => `${encode(name.slice(0, 200))}=${encode(value.slice(0, 3000))}`);
}

const hostileHeaders: Arbitrary<Record<string, string>> = fastCheck.constantFrom<Record<string, string>[]>(
  { 'accept-language': `${'de;q=1.1.1,'.repeat(300)}*` },
  { 'accept-language': '%00,__proto__' },
  { cookie: 'rowhouse.session_token=%E0%A4%A; rowhouse.session_data=e30; =; a' },
  { 'x-forwarded-for': "'; --, 999.999.999.999" },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { 'x-request-id': '../../<x>' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-0,99999999999999999999-' },
  { 'if-none-match': '"'.repeat(3000) },
  { accept: 'text/event-stream' },
  { 'accept-encoding': 'gzip;q=nan, *' },
  { expect: '200-ok' },
);

const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
const form: Arbitrary<Content> = fastCheck.oneof(
  fastCheck.tuple(hostileText, hostileText, hostileText).map(([name, fileName, content]) => ({
    headers: boundary,
    body: part(name, fileName, content) + part('user_id', null, content.slice(0, 30)),
  })),
  hostileText.map((content) => ({
    headers: boundary,
    body: part('avatar', 'a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${content}`),
  })),
  hostileText.map((content) => ({ headers: boundary, body: `--x\r\n${content}` })),
  brokenJson.map((content) => ({ headers: { 'content-type': 'multipart/form-data' }, body: content })),
);

function part(name: string, fileName: string | null, content: string): string {
  const file = fileName === null ? '' : `; filename="${fileName.slice(0, 300)}"\r\ncontent-type: image/png`;

  return `--x\r\ncontent-disposition: form-data; name="${name.slice(0, 300)}"${file}\r\n\r\n${content}\r\n--x--\r\n`;
}

function likelyOr<Value>(
  usual: Arbitrary<Value>,
  hostile: Arbitrary<Value>,
  weight: number,
): Arbitrary<Value> {
  return fastCheck.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: hostile });
}

/** Percent-encoded; lone surrogates as their bytes. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** Paths that API keys cannot use. */
export const needsSession =
  /^\/api\/(auth|core\/impersonation|core\/api-keys|users\/[^/]+\/(access|sessions|api-keys))/;
