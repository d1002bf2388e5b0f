import { cores } from '../cores.ts';

export interface Measurement {
  /** Milliseconds until the first page is drawn. */
  readonly mount: number;
  /** Milliseconds until each further page is drawn. */
  readonly pages: number[];
}

const descriptions: Record<string, string> = {
  rowhouse:
    'the component VueTable, its controls, keyboard and accessibility included; only the network is left out',
  'tanstack-table':
    'TanStack Table 9 for Vue, core features only, drawing through FlexRender as its documentation does',
  floor: 'a Vue template with two loops, and nothing else',
};

/** The whole of docs/benchmarks-drawing.md. */
export function report(
  results: ReadonlyMap<string, readonly Measurement[]>,
  frames: readonly number[],
  { rounds, browser }: { rounds: number; browser: string },
): string {
  const rows = Object.keys(descriptions).flatMap((name) => {
    const measurements = results.get(name);
    if (measurements === undefined) return [];
    const pages = measurements.flatMap((measurement) => measurement.pages);
    const mounts = measurements.map((measurement) => measurement.mount);
    return { name, median: quantile(pages, 0.5), p95: quantile(pages, 0.95), mount: quantile(mounts, 0.5) };
  });
  const own = rows.find(({ name }) => name === 'rowhouse')?.median ?? Number.NaN;
  return `# Drawing a new page

30 rows × 20 columns re-rendered with the rows of another page, in Chromium ${browser}, on ${cores()}. Written by \`npm run bench -- drawing\` on ${new Date().toISOString().slice(0, 10)}.

Time from the new rows being asked for until they are in the document and laid out. Every contender's cells are
compared with the data in the same run. ${rounds} rounds of 99 pages, the contenders take turns; one more round before,
not counted.

${rows.map(({ name }) => `- **${name}**: ${descriptions[name] ?? ''}`).join('\n')}

| | median ms | p95 ms | rowhouse takes | first page ms |
| --- | ---: | ---: | ---: | ---: |
${rows
  .map(
    ({ name, median, p95, mount }) =>
      `| ${name} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${(own / median).toFixed(2)} × | ${mount.toFixed(1)} |`,
  )
  .join('\n')}

## Scrolling a page of 10,000 rows

The same columns, one page of 10,000 rows, of which those in the window are drawn: scrolled from its start to its end by
600 px a frame, in each of the rounds. The rows in the window are compared with the data at every 40th frame.

| frames | median ms | p99 ms | longest ms | over 50 ms |
| ---: | ---: | ---: | ---: | ---: |
| ${frames.length} | ${quantile(frames, 0.5).toFixed(1)} | ${quantile(frames, 0.99).toFixed(1)} | ${Math.max(...frames).toFixed(1)} | ${frames.filter((time) => time > 50).length} |
`;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
