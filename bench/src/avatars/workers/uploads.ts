import { readFile, writeFile } from 'node:fs/promises';
import { normalizeImage } from '../../../../packages/avatars/src/image/normalizeImage.ts';
import { size } from '../size.ts';
import { work, workerSettings } from './workerSettings.ts';

const upload = await readFile(workerSettings.file);
const limits = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 };
const last = await work(4, () => normalizeImage(upload, { size, limits, square: true }));
await writeFile(workerSettings.result, last);
