import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { AvatarError } from '../../errors.ts';
import { normalizeImage } from '../normalizeImage.ts';
import { type ImageSettings, limitProcess, type Refusal, refused } from './imageProcess.ts';

// Started by drawImage: reads an upload from standard input and writes webp to standard output.
const { process: limits, ...options } = JSON.parse(process.argv[2] ?? '') as ImageSettings;

await limitProcess(limits);
sharp.concurrency(1);
const upload = await buffer(process.stdin);
try {
  process.stdout.write(await normalizeImage(upload, options));
} catch (error) {
  if (!(error instanceof AvatarError)) throw error;
  const { text, cause } = error;
  const refusal: Refusal = { text, cause: cause instanceof Error ? cause.message : null };
  process.stdout.write(JSON.stringify(refusal));
  process.exitCode = refused;
}
