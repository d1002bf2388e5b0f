import { say } from '@rowhouse/problems';
import type { Bookmark, Replicas } from '@rowhouse/tables';
import { bookmarkHeader } from '@rowhouse/tables/internal';
import { isPosition, laterOf, openBookmark } from '@rowhouse/tables-postgres';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../base/errors.ts';
import type { Floors } from '../database/Floors.ts';

interface BookmarksOptions {
  readonly replicas: Replicas;
  readonly floors: Floors;
  /** Whether browsers use https. */
  readonly isEncrypted: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The position that the caller has written or read, for requests of the API; null without replicas. */
    bookmark: Bookmark | null;
  }
}

const cookieName = 'rowhouse.bookmark';
const cookiePattern = /(?:^|;\s*)rowhouse\.bookmark=([^;\s]+)/;

/**
 * Gives every request of the API a bookmark, from the header and the cookie, and sends its new position in
 * both. The position covers everything that the response has read or written, so that later reads of a
 * replica are not older.
 */
export const bookmarks = fastifyPlugin<BookmarksOptions>(
  async (app, { replicas, floors, isEncrypted }) => {
    app.addHook('onRequest', async (request) => {
      if (!(request.routeOptions.url ?? '').startsWith('/api/')) return;
      request.bookmark = openBookmark(laterOf(sentHeader(request), sentCookie(request)));
      if (request.user !== null) floors.apply(request.user.id, request.bookmark);
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const { bookmark, user } = request;
      if (bookmark === null) return payload;
      const before = laterOf(sentHeader(request), sentCookie(request));
      if (!bookmark.isRead) {
        try {
          bookmark.advance(await replicas.written());
        } catch {
          // The response is correct; what it has written is read from the primary.
          if (user !== null) floors.changed(user.id);
        }
      }
      const { position } = bookmark;
      if (position === null) return payload;
      if (user !== null) floors.raise(user.id, position);
      reply.header(bookmarkHeader, position);
      if (request.headers.cookie !== undefined && position !== before) {
        reply.header(
          'set-cookie',
          `${cookieName}=${position}; Path=/api; HttpOnly; SameSite=Lax${isEncrypted ? '; Secure' : ''}`,
        );
      }

      return payload;
    });
  },
  { name: 'bookmarks', dependencies: ['guard'] },
);

function sentHeader({ headers }: FastifyRequest): string | null {
  const sent = headers[bookmarkHeader];
  if (sent === undefined) return null;
  const text = String(sent);
  if (isPosition(text)) return text;
  throw new ServiceError(
    'service.malformed_request',
    say`The header ${bookmarkHeader} is ${JSON.stringify(text.slice(0, 60))}. Send the value of the last response, such as 2:0/3000148, or leave the header out.`,
  );
}

/** An invalid position is ignored, since users cannot correct a cookie. */
function sentCookie({ headers }: FastifyRequest): string | null {
  const [, sent] = cookiePattern.exec(headers.cookie ?? '') ?? [];

  return sent !== undefined && isPosition(sent) ? sent : null;
}
