/** HTTP methods of calls, as endpoints and the log name them. */
export const Method = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
  PATCH: 'PATCH',
  HEAD: 'HEAD',
} as const;
export type Method = (typeof Method)[keyof typeof Method];
