import { databaseUrl, number } from '../harness/options.ts';
import { defineSuite } from '../harness/suite.ts';
import { compareCallers } from './compareCallers.ts';
import { openLogDatabase } from './database.ts';
import { openProcesses } from './processes.ts';
import { sustain } from './sustain.ts';

/** Outbound and inbound calls and their log: next to undici and Fastify. */
export const suite = defineSuite(
  {
    seconds: number(2, 'seconds of each outbound measurement'),
    rounds: number(8, 'times that each caller is measured'),
    connections: number(16, 'concurrent outbound calls'),
    sustain: number(60, 'seconds of a steady inbound load'),
    rate: number(5_000, 'its calls a second'),
    databaseUrl: databaseUrl('a database without api_logs and shops'),
  },
  async ({ seconds, rounds, connections, rate, ...options }) => {
    await using database = await openLogDatabase(options.databaseUrl);
    const processes = openProcesses(database, connections);
    return {
      title: 'API calls',
      about: 'Outbound and inbound, with and without a log, next to undici and Fastify.',
      postgres: database.version,
      notes: [
        'A call is a POST with about 500 bytes of JSON, its response has about 850, and some ten headers each way, one of them a token. Afterwards the rows in the database are counted and examined: each call is written or counted as dropped, and no row has the token.',
        `Outbound: ${connections} calls at the same time for ${seconds} seconds, with new processes each time. A ratio is the median of those to the floor in the same round; its range is in brackets. The log has room for all calls.`,
        'Inbound: a server with `apiActionLogger` and the default buffer of 50,000 records. Then it and bare Fastify get the same calls at the same time, fewer.',
      ],
      rounds,
      sections: [
        await compareCallers(processes, seconds, rounds),
        await sustain(processes, options.sustain, rate),
      ],
    };
  },
);
