import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalidRequest, ServiceError } from '../../base/errors.ts';

/**
 * Accepts only uncompressed JSON bodies in UTF-8; others are refused with 415, such as plain text, which pages of other sites
 * may send without a preflight. An empty body counts as none: some clients send a JSON content type with DELETE.
 */
export const bodyParsing = fastifyPlugin(
  async (app) => {
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addHook('preParsing', async (request) => refuseEncoded(request));
    app.addContentTypeParser<Buffer>(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        refuseOtherCharset(request);
        if (body.length === 0) return undefined;
        // Invalid bytes would be stored as replacement characters.
        if (!isUtf8(body)) {
          throw new ServiceError(
            'service.malformed_request',
            'The request body is not valid UTF-8. Encode it as UTF-8 and send it again.',
          );
        }

        return new Promise((resolve, reject) => {
          const done = (error: Error | null, parsed?: unknown) => (error ? reject(error) : resolve(parsed));
          parseJson(request, body.toString(), done);
        });
      },
    );
  },
  { name: 'body-parsing' },
);

/** Bodies are not decompressed: a few bytes could become gigabytes. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return;

  throw new ServiceError(
    'service.unsupported_media_type',
    say`The request body has the content encoding ${JSON.stringify(encoding.slice(0, 40))}. Send it without content-encoding.`,
  );
}

function refuseOtherCharset({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;

  throw new ServiceError(
    'service.unsupported_media_type',
    say`The request body has the charset ${JSON.stringify(charset.slice(0, 40))}. Send it as UTF-8.`,
  );
}

/** Maximum depth of a body. Deeper ones could exhaust the stack of recursive code; no endpoint needs them. */
const maxDepth = 50;

/**
 * Refuses input with 422 that would otherwise fail with 500 in any endpoint: characters that PostgreSQL cannot store, and
 * excessive nesting.
 */
export const refuseUnstorable = fastifyPlugin(
  async (app) => {
    app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
      const takesAnyText = routeOptions.config.takesAnyText === true;
      // The path of a file is not stored.
      const named = typeof params === 'object' && params !== null && '*' in params ? null : params;
      for (const part of [named, query, body]) {
        const fault = faultOf(part, [], takesAnyText);
        if (fault !== null)
          throw invalidRequest({ [fault.path.slice(0, 4).join('.') || 'body']: [fault.text] });
      }
    });
  },
  { name: 'refuse-unstorable', dependencies: ['error-handling'] },
);

interface Fault {
  readonly path: readonly string[];
  readonly text: EnglishText | Text;
}

const unstorable = 'has a NUL character or half of a surrogate pair, which cannot be stored; remove it';
const nested = say`is nested deeper than ${maxDepth} levels`;

/** The first fault; null if there is none. */
function faultOf(value: unknown, path: readonly string[], takesAnyText: boolean): Fault | null {
  if (typeof value === 'string') return takesAnyText || isStorable(value) ? null : { path, text: unstorable };
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Uint8Array || value instanceof Readable) return null;
  if (path.length >= maxDepth) return { path, text: nested };
  for (const [name, member] of Object.entries(value)) {
    if (!takesAnyText && !isStorable(name)) return { path, text: unstorable };
    const found = faultOf(member, [...path, name], takesAnyText);
    if (found !== null) return found;
  }

  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
