import { cores } from '../cores.ts';
import { thousands } from '../thousands.ts';

export interface Measured {
  readonly tables: number;
  readonly rows: number;
  readonly rounds: number;
  readonly statements: number;
  /** Seconds. */
  readonly introspection: number;
  /** Milliseconds of a first page. */
  readonly found: number;
  readonly written: number;
  readonly starts: number;
  /** Seconds until `/ready` responds. */
  readonly withoutTables: number;
  readonly withTenTables: number;
  readonly withDatabase: number;
}

export function report(measured: Measured): string {
  const { tables, rows, rounds, statements, introspection, found, written, starts } = measured;

  return `# Introspected tables

A PostgreSQL database of ${tables} tables, one of them with ${thousands(rows)} rows, on ${cores()}. Written by
\`npm run bench -- introspect\` on ${new Date().toISOString().slice(0, 10)}.

| | |
| --- | ---: |
| introspection of ${tables} tables, median of 5 | ${introspection.toFixed(2)} s |
| its statements | ${statements} |
| first page of the introspected table with exact count and total, median of ${rounds} | ${found.toFixed(2)} ms |
| first page of a definition of the same table written by hand | ${written.toFixed(2)} ms |
| the first divided by the second | ${(found / written).toFixed(2)} |
| start of a service without tables, until \`/ready\` responds, median of ${starts} | ${measured.withoutTables.toFixed(2)} s |
| with ten tables | ${measured.withTenTables.toFixed(2)} s |
| with the database of ${tables} tables | ${measured.withDatabase.toFixed(2)} s |
`;
}
