import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../errors.ts';

/**
 * Only JSON bodies, in UTF-8 and not compressed: plain text, which pages of other sites may send without asking, is
 * refused with 415. An empty body counts as none, since some clients announce JSON on DELETE requests and send nothing.
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
        // Invalid bytes would become replacement characters, and be stored.
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

/** Neither JSON nor a form is decompressed: a few bytes could become gigabytes. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return;

  throw new ServiceError(
    'service.unsupported_media_type',
    `The request body has the content encoding ${JSON.stringify(encoding.slice(0, 40))}. Send it without content-encoding.`,
  );
}

function refuseOtherCharset({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;

  throw new ServiceError(
    'service.unsupported_media_type',
    `The request body has the charset ${JSON.stringify(charset.slice(0, 40))}. Send it as UTF-8.`,
  );
}
