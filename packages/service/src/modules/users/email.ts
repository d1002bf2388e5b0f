/** The addresses that the sign-in library accepts: ASCII letters, and a domain with a dot. Spaces around are allowed. */
export const emailPattern =
  "^\\s*([\\w'+-]+\\.)*[\\w'+-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}\\s*$";

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
