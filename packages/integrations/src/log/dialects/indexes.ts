/**
 * Name → columns. What the table of API logs filters by, always the newest first; and the attempts of one call. There
 * are no more, since each costs every call that is logged.
 */
export const indexes: Readonly<Record<string, readonly string[]>> = {
  created: ['created_at', 'id'],
  user: ['user_id', 'created_at', 'id'],
  route: ['route', 'created_at', 'id'],
  method: ['method', 'created_at', 'id'],
  direction: ['direction', 'created_at', 'id'],
  call: ['call_id'],
};

/** Name → columns that are read of the index alone, where a database can hold them beside its order: the figures by hour. */
export const covered: Readonly<Record<string, readonly string[]>> = { created: ['status', 'duration'] };
