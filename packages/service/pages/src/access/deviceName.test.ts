import { expect, it } from 'vitest';
import { deviceName } from './deviceName.ts';

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge, Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`, 'Chrome, Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} Version/18.0 Safari/604.1`,
    'Safari, iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', null],
  [null, null],
])('names %s as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
