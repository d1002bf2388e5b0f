import type { Tables } from '../createTables.ts';
import type { ActionCounts } from '../definition/ActionSummary.ts';

/** What the routes of one table share. */
export interface RouteParts<Incoming> {
  /** The table's id. */
  readonly id: string;
  readonly open: boolean;
  readonly tables: Tables;
  /** The user of a request to the route of that name, who may use it. */
  user(name: string, request: Incoming): Promise<unknown>;
  /** Throws when the user may no longer use the route of that name. */
  authorize(name: string, user: unknown, counts: ActionCounts): Promise<void>;
  timeZone(request: Incoming, user: unknown): string;
}

/** Path of a route below the prefix: dots of its name become slashes. */
export function pathOf(name: string): string {
  return `/${name.replaceAll('.', '/')}`;
}
