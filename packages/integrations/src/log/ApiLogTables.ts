import type { Generated } from 'kysely';
import type { Direction } from '../Direction.ts';

/** What `installApiLogs` creates. */
export interface ApiLogTables {
  api_logs: {
    id: Generated<number | string>;
    /** The same for all attempts of a call. */
    call_id: string;
    user_id: number | string | null;
    route: string | null;
    url: string;
    /** `CallPayload`; null of calls that were logged before payloads were. */
    payload: unknown;
    method: string;
    status: number | null;
    error: string | null;
    try: number;
    direction: Direction;
    /** Milliseconds, with three decimals. */
    duration: number | string;
    created_at: Generated<Date | string>;
    updated_at: Generated<Date | string>;
  };
}
