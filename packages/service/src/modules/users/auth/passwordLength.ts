/** Minimum and maximum length of a password, in characters. */
export const passwordLength = { min: 10, max: 128 } as const;
