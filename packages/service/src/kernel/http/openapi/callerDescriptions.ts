import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DescribedOperation, RouteDescriptions } from './routeDescriptions.ts';

const compress = promisify(gzip);

/** The OpenAPI description of what some callers may call. */
export interface CallerDescription {
  readonly etag: string;
  /** JSON, compressed with gzip. */
  readonly compressed: Buffer;
}

/** Callers with the same rights share one description, and there are few roles. */
const mostDescriptions = 8;

/**
 * Describes the operations that a caller may call. A description is written and compressed once for all callers with the same
 * rights, one after the other, so that any number of requests needs the memory of one.
 */
export function callerDescriptions(describe: () => RouteDescriptions) {
  let written: WrittenDescriptions | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const known = new Map<string, Promise<CallerDescription>>();

  return (mayCall: (config: DescribedOperation['config']) => boolean): Promise<CallerDescription> => {
    written ??= write(describe());
    const { head, operations } = written;
    const permitted = operations.map(({ config }) => mayCall(config));
    const etag = createHash('sha256')
      .update(head)
      .update(Uint8Array.from(permitted, Number))
      .digest('base64url');
    const made =
      known.get(etag) ??
      last.then(() =>
        make(
          head,
          operations.filter((_, index) => permitted[index]),
          etag,
        ),
      );
    // The least recently used one is the first.
    known.delete(etag);
    known.set(etag, made);
    if (known.size > mostDescriptions) known.delete(known.keys().next().value ?? '');
    made.catch(() => known.delete(etag));
    last = made.catch(() => undefined);

    return made;
  };
}

interface WrittenDescriptions {
  /** The start of the document, up to its paths. */
  readonly head: string;
  readonly operations: readonly WrittenOperation[];
}

interface WrittenOperation extends Pick<DescribedOperation, 'path' | 'config'> {
  /** `"get":{…}` */
  readonly text: string;
}

function write({ document, operations }: RouteDescriptions): WrittenDescriptions {
  return {
    head: `${JSON.stringify(document).slice(0, -1)},"paths":`,
    operations: operations.map(({ path, method, operation, config }) => ({
      path,
      config,
      text: `${JSON.stringify(method)}:${JSON.stringify(operation)}`,
    })),
  };
}

async function make(
  head: string,
  operations: readonly WrittenOperation[],
  etag: string,
): Promise<CallerDescription> {
  const items = new Map<string, string[]>();
  for (const { path, text } of operations) {
    const item = items.get(path);
    if (item === undefined) items.set(path, [text]);
    else item.push(text);
  }
  const paths = [...items].map(([path, texts]) => `${JSON.stringify(path)}:{${texts.join()}}`);

  return { etag: `"${etag}"`, compressed: await compress(`${head}{${paths.join()}}}`) };
}
