import { cores } from '../cores.ts';
import { thousands } from '../thousands.ts';

export interface FirstLoad {
  /** Milliseconds until the first row is on the screen. */
  readonly firstRow: number;
  /** Every request of the page, with its bytes on the wire. */
  readonly requests: readonly { readonly path: string; readonly bytes: number }[];
}

/** The whole of docs/benchmarks-first-load.md. */
export function report(
  path: string,
  { firstRow, requests, rounds, browser }: FirstLoad & { readonly rounds: number; readonly browser: string },
): string {
  const total = requests.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = [...requests].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
  return `# The first load

\`${path}\` opened by a signed-in user with an empty cache in Chromium ${browser}, on ${cores()}, throttled to slow 4G
(1.6 Mbit/s, 150 ms) and a quarter of the processor. No proxy in between. Written by \`npm run bench -- firstLoad\` on
${new Date().toISOString().slice(0, 10)}; median of ${rounds} rounds.

| | |
| --- | ---: |
| time to the first row | ${thousands(Math.round(firstRow))} ms |
| transferred | ${thousands(Math.round(total / 1000))} kB |
| requests | ${requests.length} |

The largest requests:

| | bytes |
| --- | ---: |
${largest.map((request) => `| \`${request.path.replace(/-[\w-]{8}\./, '-*.')}\` | ${thousands(request.bytes)} |`).join('\n')}
`;
}
