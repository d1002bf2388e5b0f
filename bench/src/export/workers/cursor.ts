import { cursorBlocks } from './cursorBlocks.ts';
import { work, workerSettings } from './workerSettings.ts';

// The driver's cursor alone.
const { databaseUrl, rows } = workerSettings;

await work(async () => {
  let read = 0;
  for await (const block of cursorBlocks(databaseUrl, rows)) read += block.length;
  return read;
});
