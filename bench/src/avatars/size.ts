/** Pixels of what is stored. */
export const size = 256;
