import { cores } from '../cores.ts';
import { median } from '../median.ts';
import type { ShowContender, WorkContender } from './contenders.ts';
import type { ShowFigures } from './measureShow.ts';
import type { Options } from './options.ts';
import type { Upload } from './uploads.ts';
import type { WorkerFigures } from './workers/workerSettings.ts';

export interface Series<Contender, Figures> {
  readonly contender: Contender;
  readonly rounds: readonly Figures[];
}

export interface Results {
  readonly initials: readonly Series<WorkContender, WorkerFigures>[];
  readonly uploads: readonly Series<WorkContender, WorkerFigures>[];
  readonly show: readonly Series<ShowContender, ShowFigures>[];
  readonly files: readonly Upload[];
  /** Of the image that is shown. */
  readonly storedBytes: number;
  readonly postgres: string;
}

/** The whole of docs/benchmarks-avatars.md. */
export function report(
  { initials, uploads, show, files, storedBytes, postgres }: Results,
  { seconds, rounds, connections }: Options,
): string {
  const described = ({
    contender: { name, description },
  }: {
    contender: { name: string; description: string };
  }) => `- **${name}**: ${description}.`;
  return `# Avatars

Side by side in one run. Written by \`npm run bench -- avatars\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${postgres}, contenders and load on the same machine, Node ${process.versions.node}.
- Each contender is a process of its own. Medians of ${rounds} rounds of ${seconds} seconds in which they take turns.
- Before anything counts, the images are compared with each other, and every server’s answers with the stored file.

## Initials drawn

${initials.map(described).join('\n')}

| | images/s | MB |
| --- | ---: | ---: |
${initials.map(({ contender, rounds: figures }) => `| ${contender.name} | ${speedOf(figures)} | ${memoryOf(figures)} |`).join('\n')}

## Uploads made into what is stored

Four at the same time, to webp of 256 × 256 pixels. Memory is that of the process, without its child processes.

${uploads.slice(0, 2).map(described).join('\n')}

| | | images/s | MB |
| --- | --- | ---: | ---: |
${uploads.map(({ contender, rounds: figures }) => `| ${files.find(({ name }) => name === contender.upload)?.description} | ${contender.name} | ${speedOf(figures)} | ${memoryOf(figures)} |`).join('\n')}

## An avatar shown

${storedBytes} bytes over loopback, ${connections} concurrent requests.

${show.map(described).join('\n')}

| | 200: requests/s | 304: requests/s |
| --- | ---: | ---: |
${show.map(({ contender, rounds: figures }) => `| ${contender.name} | ${thousands(median(figures.map(({ sent }) => sent)))} | ${thousands(median(figures.map(({ notModified }) => notModified)))} |`).join('\n')}
`;
}

function speedOf(figures: readonly WorkerFigures[]): string {
  return thousands(median(figures.map(({ perSecond }) => perSecond)));
}

function memoryOf(figures: readonly WorkerFigures[]): string {
  return thousands(median(figures.map(({ peakMegabytes }) => peakMegabytes)));
}

function thousands(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}
