/** Milliseconds that a timer can count; with more it would be over at once. */
export const longestTimer = 2 ** 31 - 1;
