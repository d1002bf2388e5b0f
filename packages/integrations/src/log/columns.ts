/** Columns of a record; `id` is the database's. */
export const columns = [
  'call_id',
  'user_id',
  'route',
  'url',
  'payload',
  'method',
  'status',
  'error',
  'try',
  'direction',
  'duration',
  'created_at',
  'updated_at',
] as const;
