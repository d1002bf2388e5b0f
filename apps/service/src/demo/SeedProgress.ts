/** One step forward in seeding. `done` counts what is there already, and ends at `total`. */
export interface SeedProgress {
  table: 'cities' | 'customers' | 'orders';
  done: number;
  total: number;
}
