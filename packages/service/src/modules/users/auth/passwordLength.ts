/** Characters that a password must have at least, and may have at most. */
export const passwordLength = { min: 10, max: 128 } as const;
