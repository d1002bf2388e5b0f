/** What kept the database from finishing a statement in its time; null for other errors. */
export function whyDatabaseBusy(error: unknown): 'query' | 'lock' | null {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    const { code } = current as { code?: unknown };
    if (code === '57014') return 'query';
    if (code === '55P03') return 'lock';
  }
  return null;
}
