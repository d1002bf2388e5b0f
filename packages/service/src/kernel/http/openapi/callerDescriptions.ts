import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { User } from '../../access/User.ts';
import type { DescribedOperation, RouteDescriptions } from './routeDescriptions.ts';
import type { Operation } from './sharedComponents.ts';

const compress = promisify(gzip);

/** The OpenAPI description of what some callers may call. */
export interface CallerDescription {
  readonly etag: string;
  /** JSON, compressed with gzip. */
  readonly compressed: Buffer;
}

type RouteConfig = DescribedOperation['config'];

export interface DescriptionOptions {
  readonly describe: () => RouteDescriptions;
  /** Whether a caller may call an operation. */
  readonly mayCall: (user: User | null, config: RouteConfig) => boolean;
  readonly hasPermission: (user: User | null, name: string) => boolean;
  /** Called if the values of a table cannot be described, which then are in general words. */
  readonly onError: (error: unknown) => void;
}

/** Callers with the same rights share one description, and there are few roles. Columns change without a restart. */
const kept = { max: 8, ttl: 600_000 };

/**
 * Describes the operations that a caller may call. A description is written and compressed once for all callers with the same
 * rights, one after the other, so that any number of requests needs the memory of one.
 */
export function callerDescriptions({ describe, mayCall, hasPermission, onError }: DescriptionOptions) {
  let described: RouteDescriptions | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const known = new LRUCache<string, Promise<CallerDescription>>(kept);

  return (user: User | null): Promise<CallerDescription> => {
    described ??= describe();
    const { document, operations } = described;
    const permitted = operations.map(({ config }) => mayCall(user, config));
    const fields = new Set(operations.flatMap(({ config }) => config.fieldPermissions ?? []));
    const rights = [...permitted, ...[...fields].map((name) => hasPermission(user, name))];
    const key = Buffer.from(rights.map(Number)).toString('base64');
    const found = known.get(key);
    if (found) return found;
    const made = last.then(async () => {
      const paths = new Map<string, string[]>();
      for (const [index, one] of operations.entries()) {
        if (!permitted[index]) continue;
        const { path, method, operation } = await withValues(one, user, onError);
        const item = paths.get(path) ?? [];
        paths.set(path, item);
        item.push(`${JSON.stringify(method)}:${JSON.stringify(operation)}`);
      }

      return write(document, paths);
    });
    known.set(key, made);
    made.catch(() => known.delete(key));
    last = made.catch(() => undefined);

    return made;
  };
}

/** An operation whose body has the values of a record: with the fields of this table. */
async function withValues(
  described: DescribedOperation,
  user: User | null,
  onError: DescriptionOptions['onError'],
): Promise<DescribedOperation> {
  const { valuesSchema } = described.config;
  if (valuesSchema === undefined) return described;
  try {
    const values = await valuesSchema(user);
    const { requestBody, ...operation } = described.operation;
    const schema = { allOf: [bodySchema(requestBody), { type: 'object', properties: { values } }] };

    return {
      ...described,
      operation: { ...operation, requestBody: { required: true, content: { [json]: { schema } } } },
    };
  } catch (error) {
    onError(error);

    return described;
  }
}

const json = 'application/json';

/** The schema of a body, which may be a component that other operations have, too. */
function bodySchema(body: Operation['requestBody'] = {}): unknown {
  const { $ref, content } = body as {
    readonly $ref?: string;
    readonly content?: Record<string, BodyContent>;
  };

  return $ref === undefined
    ? (content?.[json]?.schema ?? {})
    : { $ref: `${$ref}/content/${json.replace('/', '~1')}/schema` };
}

interface BodyContent {
  readonly schema?: object;
}

/** `paths`: path → its operations in JSON, such as `"get":{…}`. */
async function write(
  document: object,
  paths: ReadonlyMap<string, readonly string[]>,
): Promise<CallerDescription> {
  const items = [...paths].map(([path, operations]) => `${JSON.stringify(path)}:{${operations.join()}}`);
  const text = `${JSON.stringify(document).slice(0, -1)},"paths":{${items.join()}}}`;
  const etag = createHash('sha256').update(text).digest('base64url');

  return { etag: `"${etag}"`, compressed: await compress(text) };
}
