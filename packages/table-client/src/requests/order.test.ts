import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTableClient } from '../createTableClient.ts';
import type { FetchLike } from '../http/TableHttp.ts';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import type { TableController } from '../TableController.ts';
import { live, settle } from '../tableClient.fixture.ts';

type Outcome = 'rows' | 'refusal' | 'drop' | 'nonsense';

/**
 * Responds in the order of fast-check's scheduler. Every row contains the number of its request.
 */
function scheduledHttp(s: fc.Scheduler, outcomes: readonly Outcome[], honoursAbort: boolean) {
  const sent: Outcome[] = [];

  const http: FetchLike = async (input, { signal } = {}) => {
    if (String(input).startsWith('/init')) {
      return Response.json(initResponse({ debounce: 0 }));
    }

    const number = sent.length;
    const outcome = outcomes[number % outcomes.length] ?? 'rows';
    sent.push(outcome);
    const answered = s.schedule(Promise.resolve(outcome), `answer ${number}: ${outcome}`).then((arrived) => {
      if (arrived === 'drop') throw new TypeError('Failed to fetch');
      if (arrived === 'refusal') return Response.json({ message: `no ${number}` }, { status: 500 });
      if (arrived === 'nonsense') return new Response('<p>', { status: 200 });

      return Response.json(dataResponse({ rows: [{ id: 1, number }], count: 1000, pages: 100 }));
    });

    return honoursAbort ? Promise.race([answered, rejection(signal)]) : answered;
  };

  return { http, sent };
}

function rejection(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

const wishes: Record<string, (table: TableController, value: number) => unknown> = {
  page: (table, value) => table.goToPage(value + 1),
  sort: (table, value) => table.toggleSort(value % 2 === 0 ? 'number' : 'status', { add: value > 5 }),
  search: (table, value) => table.setSearch('x'.repeat(value)),
  length: (table, value) => table.setLength([10, 25, 50][value % 3] ?? 10),
  filter: (table) =>
    table.setFilter({ label: 'Paid', data: 'orders.paid', type: 'boolean', value: true, mode: null }),
  reload: (table) => table.reload(),
  forceInfo: (table) => table.forceInfo(),
};

const wish = fc.record({
  name: fc.constantFrom(...Object.keys(wishes)),
  value: fc.nat({ max: 12 }),
  /** Answers that are let in before the next wish. */
  responses: fc.nat({ max: 3 }),
});
const outcome = fc.constantFrom<Outcome>('rows', 'rows', 'rows', 'refusal', 'drop', 'nonsense');

test('responses and errors in any order never show older rows than before, and end with the newest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(wish, { minLength: 1, maxLength: 12 }),
      fc.array(outcome, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (s, todo, outcomes, honoursAbort) => {
        const { http, sent } = scheduledHttp(s, outcomes, honoursAbort);
        const client = createTableClient({ id: 't', path: '/init', http, storage: null, browser: null });
        const table = live(client);
        let newestShown = -1;

        const look = async () => {
          await settle();
          const shown = Number(table.rows[0]?.number ?? -1);
          expect(shown).toBeGreaterThanOrEqual(newestShown);
          newestShown = shown;
          // What is shown as wrong is about the newest request or one that was the newest before it began.
          if (!table.loading && sent.length > 0) {
            expect(table.problem === null).toBe(sent.at(-1) === 'rows');
          }
        };

        await look();

        for (const { name, value, responses } of todo) {
          void wishes[name]?.(table, value);
          await look();

          for (let index = 0; index < responses && s.count() > 0; index += 1) {
            await s.waitOne();
            await look();
          }
        }
        while (s.count() > 0) {
          await s.waitOne();
          await look();
        }

        expect(table.loading).toBe(false);
        const succeeded = sent.at(-1) === 'rows';
        expect(table.problem === null).toBe(succeeded);
        if (succeeded) expect(newestShown).toBe(sent.length - 1);
        client.stop();
      },
    ),
    { numRuns: 150 },
  );
});
