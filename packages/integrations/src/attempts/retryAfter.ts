/** Milliseconds that a Retry-After header asks for, in either of its forms; null when it says nothing that can be read. */
export function retryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  const value = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;

  // Dates only: Date.parse would also read numbers with a sign or a fraction.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
