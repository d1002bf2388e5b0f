/** Name → columns. What the table of API logs sorts and filters by, always the newest first; and the attempts of one call. */
export const indexes: Readonly<Record<string, readonly string[]>> = {
  created: ['created_at', 'id'],
  user: ['user_id', 'created_at', 'id'],
  route: ['route', 'created_at', 'id'],
  method: ['method', 'created_at', 'id'],
  direction: ['direction', 'created_at', 'id'],
  status: ['status', 'created_at', 'id'],
  call: ['call_id'],
};
