/** Names of the ten tables of `tenTables.config.ts`. */
export const shelves = Array.from({ length: 10 }, (_, index) => `shelf_${index}`);
