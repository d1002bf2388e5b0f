/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC, the literal that columns without a zone are compared with. */
export function utcText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}
