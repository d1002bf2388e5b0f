import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { AvatarError } from '../../errors.ts';
import { normalizeImage } from '../normalizeImage.ts';
import { type ImageSettings, type Refusal, refused } from './imageSettings.ts';
import { limitProcess } from './limitProcess.ts';

// A program of its own, started by drawImage: an upload on its standard input, webp on its standard output.
const { process: limits, ...options } = JSON.parse(process.argv[2] ?? '') as ImageSettings;

await limitProcess(limits);
sharp.concurrency(1);
const upload = await buffer(process.stdin);
try {
  process.stdout.write(await normalizeImage(upload, options));
} catch (error) {
  if (!(error instanceof AvatarError)) throw error;
  const { message, cause } = error;
  const refusal: Refusal = { message, cause: cause instanceof Error ? cause.message : null };
  process.stdout.write(JSON.stringify(refusal));
  process.exitCode = refused;
}
