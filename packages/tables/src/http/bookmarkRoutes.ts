import { say } from '@rowhouse/problems';
import { TableError } from '../errors.ts';
import type { Bookmark, Replicas } from '../runtime/Replicas.ts';
import type { TableRoute } from './TableRoute.ts';

/** The header of requests and responses with a client's position. */
export const bookmarkHeader = 'rowhouse-bookmark';

interface BookmarkOptions<Incoming> {
  readonly replicas: Replicas;
  /** The application's bookmark of a request; the application also sends the position. */
  readonly bookmark?: ((request: Incoming) => Bookmark) | undefined;
}

/**
 * Provides a bookmark for every request: the application's, or that of the header, whose new position is sent in the
 * same header of the response. The position includes writes of the request.
 */
export function withBookmark<Incoming>(
  route: TableRoute<Incoming>,
  { replicas, bookmark: own }: BookmarkOptions<Incoming>,
): TableRoute<Incoming> {
  return {
    ...route,
    async respond(request) {
      if (own) return route.respond({ ...request, bookmark: own(request.incoming) });
      const bookmark = bookmarkOf(request.sentBookmark, replicas);
      const response = await route.respond({ ...request, bookmark });
      if (!bookmark.isRead && route.kind !== 'init') bookmark.advance(await replicas.written());

      return bookmark.position === null
        ? response
        : { ...response, headers: { ...response.headers, [bookmarkHeader]: bookmark.position } };
    },
  };
}

/** The bookmark of the header. @throws TableError `tables.malformed_request` if it is not a position. */
function bookmarkOf(sent: string | null, replicas: Replicas): Bookmark {
  try {
    return replicas.openBookmark(sent);
  } catch (error) {
    if (sent === null || !(error instanceof RangeError)) throw error;
    throw new TableError(
      'tables.malformed_request',
      say`The header ${bookmarkHeader} is ${JSON.stringify(sent.slice(0, 60))}. Send the value of the last response, such as 2:0/3000148, or leave the header out.`,
    );
  }
}
