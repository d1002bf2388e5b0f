/** No index serves LIKE with an open start. */
export const textSearch = null;
