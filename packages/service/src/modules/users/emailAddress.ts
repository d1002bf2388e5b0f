/**
 * Addresses with which the sign-in library lets people sign in: of letters without accents, and at a domain with a
 * dot. Blanks around them are put up with.
 */
export const emailPattern =
  "^\\s*([\\w'+-]+\\.)*[\\w'+-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}\\s*$";

/** As addresses are stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
