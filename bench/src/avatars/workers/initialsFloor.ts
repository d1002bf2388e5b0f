import { writeFile } from 'node:fs/promises';
import { size } from '../size.ts';
import { names } from './names.ts';
import { work, workerSettings } from './workerSettings.ts';

const colours = ['#a33', '#383', '#338', '#855', '#366', '#636', '#555', '#743'];

const last = await work(1, (round) => {
  const [first = '', second = ''] = (names[round % names.length] ?? '').split(' ');
  const initials = `${first[0] ?? ''}${second[0] ?? ''}`.toUpperCase();
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">` +
      `<rect width="100" height="100" fill="${colours[round % colours.length]}"/>` +
      `<text x="50" y="50" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="40" fill="#fff">${initials}</text></svg>`,
  );
});
await writeFile(workerSettings.result, last);
