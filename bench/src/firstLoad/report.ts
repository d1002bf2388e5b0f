import { cores } from '../cores.ts';
import { thousands } from '../thousands.ts';

export interface Visit {
  /** Milliseconds until the first row is on the screen. */
  readonly firstRow: number;
  /** Every request that the service has responded to, with its bytes on the wire. */
  readonly requests: readonly { readonly path: string; readonly bytes: number }[];
}

interface Measured {
  /** With an empty cache. */
  readonly first: Visit;
  /** With what the browser has kept of a visit before. */
  readonly second: Visit;
  readonly rounds: number;
  readonly unthrottled: boolean;
  readonly browser: string;
}

/** The whole of docs/benchmarks-first-load.md. */
export function report(path: string, { first, second, rounds, browser, unthrottled }: Measured): string {
  const kilobytes = ({ requests }: Visit) =>
    thousands(Math.round(requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000));
  const largest = [...first.requests].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
  return `# The first load

\`${path}\` opened by a signed-in user, with an empty cache and then once more, in Chromium ${browser}, on ${cores()},
${unthrottled ? 'without any throttling' : 'throttled to slow 4G (1.6 Mbit/s, 150 ms) and a quarter of the processor'}. No proxy in between. Written by \`npm run bench -- firstLoad\` on
${new Date().toISOString().slice(0, 10)}; median of ${rounds} rounds.

| | first visit | second visit |
| --- | ---: | ---: |
| time to the first row | ${thousands(Math.round(first.firstRow))} ms | ${thousands(Math.round(second.firstRow))} ms |
| transferred | ${kilobytes(first)} kB | ${kilobytes(second)} kB |
| requests | ${first.requests.length} | ${second.requests.length} |

The largest requests of the first visit:

| | bytes |
| --- | ---: |
${largest.map((request) => `| \`${request.path.replace(/-[\w-]{8}\./, '-*.')}\` | ${thousands(request.bytes)} |`).join('\n')}
`;
}
