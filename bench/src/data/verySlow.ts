/** Milliseconds above which a case is measured two times only, and not under load. */
export const verySlow = 2000;
