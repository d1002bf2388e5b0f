/** A random UUID. `crypto.randomUUID` is missing on pages without TLS. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) =>
    (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
  );

  return [4, 6, 8, 10].reduceRight(
    (text, at) => `${text.slice(0, at * 2)}-${text.slice(at * 2)}`,
    hex.join(''),
  );
}
