import { writeFile } from 'node:fs/promises';
import { initialsImage } from '@rowhouse/avatars';
import { size } from '../size.ts';
import { names } from './names.ts';
import { work, workerSettings } from './workerSettings.ts';

const last = await work(1, (round) =>
  initialsImage({ id: round, name: names[round % names.length] ?? '' }, size),
);
await writeFile(workerSettings.result, last);
