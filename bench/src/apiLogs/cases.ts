import pg from 'pg';
import type { LogQuery } from './LogQuery.ts';

export interface Case {
  readonly title: string;
  /** Sent in turn. */
  readonly queries: readonly LogQuery[];
  /** Costs what it counts, which grows with the log; for comparison with what is written by hand alone. */
  readonly counted?: true;
}

/** What is measured, on the log of that database: each case with as many different values as it has. */
export async function casesOf(databaseUrl: string): Promise<Case[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ first: number; end: Date }>(
      `select (select min(id) from users where email like '%@bench.example') as first,
        -- No call within the millisecond of a limit: those of the calls have microseconds.
        (select max(created_at) + interval '100 milliseconds' from api_logs) as end`,
    );
    const [{ first, end } = { first: 0, end: new Date() }] = rows;

    return casesFrom(first, end);
  } finally {
    await client.end();
  }
}

function casesFrom(firstUser: number, end: Date): Case[] {
  const users = numbers(20).map((n) => ({ user: firstUser + 10 * n }));
  const routes = numbers(20).map((n) => ({ route: `bench.route${1 + 7 * n}` }));
  const directions = [{ direction: 'Inbound' }, { direction: 'Outbound' }];
  const days = numbers(28).map((n) => ({
    from: new Date(end.getTime() - (n + 1) * 86_400_000).toISOString(),
    to: new Date(end.getTime() - n * 86_400_000).toISOString(),
  }));
  const frequentUser = { user: firstUser };
  const rareRoute = { route: 'bench.route150' };

  return [
    { title: 'first page', queries: [{}] },
    { title: 'method, frequent (GET, 62 %)', queries: [{ method: 'GET' }] },
    { title: 'method, rare (PATCH, 0.01 %)', queries: [{ method: 'PATCH' }] },
    { title: 'direction', queries: directions },
    { title: 'user, 20 of them', queries: users },
    { title: 'user, the most frequent', queries: [frequentUser] },
    { title: 'permission, 20 of them', queries: routes },
    { title: 'permission, rare (0.005 %)', queries: [rareRoute] },
    { title: 'one day, 28 of them', queries: days },
    {
      title: 'user and direction',
      queries: users.flatMap((user) => directions.map((direction) => ({ ...user, ...direction }))),
    },
    {
      title: 'permission, method and day',
      queries: routes.flatMap((route, index) => ({ ...route, ...days[index], method: 'GET' })),
    },
    { title: 'rare permission and direction', queries: directions.map((one) => ({ ...rareRoute, ...one })) },
    {
      title: 'user, 20 of them, counted',
      queries: users.map((user) => ({ ...user, counted: true as const })),
      counted: true,
    },
    {
      title: 'one day, 28 of them, counted',
      queries: days.map((day) => ({ ...day, counted: true as const })),
      counted: true,
    },
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
