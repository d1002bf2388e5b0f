/** A request of a table for its rows. */
export interface RowsRequest {
  readonly method: string;
  /** The path of the table's data route, with the query. */
  readonly path: string;
  /** JSON; null if the request is in the query. */
  readonly body: string | null;
}

declare global {
  /** The request that public/early.js has sent for this page, and its response. */
  var rowhouseRows: (RowsRequest & { readonly response: Promise<Response> }) | undefined;
}

/** Addresses of pages, without the origin → the first request for rows at the last visit. */
type Remembered = Readonly<Record<string, RowsRequest>>;

/** public/early.js reads the same key. */
const key = 'rowhouse.rows';
/** Addresses that are remembered: those that were opened last. */
const limit = 20;

/** Of the page that was opened; tables may write their state into the query before they request rows. */
const opened = globalThis.location && {
  path: location.pathname,
  address: location.pathname + location.search,
};

/**
 * The response to a request for rows if it was sent before the code was loaded; null otherwise, or if it has failed. The first
 * request of a page is remembered for its next visit, when public/early.js sends it early: it has the same state of the table,
 * which is in the storage or in the address.
 */
export async function takeEarlyRows(request: RowsRequest): Promise<Response | null> {
  const early = globalThis.rowhouseRows;
  globalThis.rowhouseRows = undefined;
  if (opened && opened.path === location.pathname) remember(opened.address, request);
  const isSame =
    early && (['method', 'path', 'body'] as const).every((name) => early[name] === request[name]);

  return isSame ? early.response.catch(() => null) : null;
}

/** For when they are out of date: another user has signed in, or another page is open. */
export function dropEarlyRows(): void {
  globalThis.rowhouseRows = undefined;
}

/** For the end of a session: requests contain what was searched for. */
export function forgetRows(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}

function remember(at: string, request: RowsRequest): void {
  try {
    const { [at]: _before, ...others } = JSON.parse(localStorage.getItem(key) ?? '{}') as Remembered;
    const newest = [...Object.entries(others), [at, request] as const].slice(-limit);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage, the rows are requested by the table.
  }
}
