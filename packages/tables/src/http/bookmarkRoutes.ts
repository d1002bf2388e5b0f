import { TableError } from '../errors.ts';
import { type Bookmark, openBookmark } from '../replicas/Bookmark.ts';
import type { Replicas } from '../replicas/openReplicas.ts';
import { isPosition } from '../replicas/position.ts';
import type { TableRoute } from './TableRoute.ts';

/** The header of requests and responses that has a client's position. */
export const bookmarkHeader = 'rowhouse-bookmark';

interface BookmarkOptions<Incoming> {
  readonly replicas: Replicas;
  /** The application's bookmark of a request, whose position the application sends. */
  readonly bookmark?: ((request: Incoming) => Bookmark) | undefined;
}

/**
 * Gives every request a bookmark: the application's, or else that of the header, whose new position the response has in the
 * same header. What a request writes is in its position.
 */
export function withBookmark<Incoming>(
  route: TableRoute<Incoming>,
  { replicas, bookmark: own }: BookmarkOptions<Incoming>,
): TableRoute<Incoming> {
  return {
    ...route,
    async respond(request) {
      if (own) return route.respond({ ...request, bookmark: own(request.incoming) });
      const bookmark = bookmarkOf(request.sentBookmark);
      const response = await route.respond({ ...request, bookmark });
      if (!bookmark.isRead && route.kind !== 'init') bookmark.advance(await replicas.written());

      return bookmark.position === null
        ? response
        : { ...response, headers: { ...response.headers, [bookmarkHeader]: bookmark.position } };
    },
  };
}

/** The bookmark of the header. @throws TableError `tables.malformed_request` if it is not a position. */
export function bookmarkOf(sent: string | null): Bookmark {
  if (sent !== null && !isPosition(sent)) {
    throw new TableError(
      'tables.malformed_request',
      `The header ${bookmarkHeader} is ${JSON.stringify(sent.slice(0, 60))}. Send the value of the last response, such as ` +
        '2:0/3000148, or leave the header out.',
    );
  }

  return openBookmark(sent);
}
