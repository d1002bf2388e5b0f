import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { size } from '../size.ts';
import { work, workerSettings } from './workerSettings.ts';

const upload = await readFile(workerSettings.file);
const last = await work(4, () => sharp(upload).resize(size, size).webp({ quality: 85 }).toBuffer());
await writeFile(workerSettings.result, last);
