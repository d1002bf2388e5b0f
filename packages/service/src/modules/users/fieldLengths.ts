/*
 * Lengths of fields in characters. Not in the schemas, so that browsers, which limit the same fields, load no schema library.
 */

export const passwordLength = { min: 10, max: 128 } as const;

/** Of other fields. */
export const maxLength = { userName: 200, email: 254, roleLabel: 100, keyName: 32 } as const;
