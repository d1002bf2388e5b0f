import { readFile, writeFile } from 'node:fs/promises';
import { drawImage } from '../../../../packages/avatars/src/image/process/drawImage.ts';
import { size } from '../size.ts';
import { work, workerSettings } from './workerSettings.ts';

const upload = await readFile(workerSettings.file);
const limits = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 };
// Each is another user's: those of one user wait for each other.
let user = 0;
const last = await work(4, () => drawImage(upload, { user: ++user, size, limits, square: true }));
await writeFile(workerSettings.result, last);
