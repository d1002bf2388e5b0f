import { expect, test } from 'vitest';
import { formatOf, imageFormats } from './imageFormats.ts';

test('maps every extension and media type to one format', () => {
  const formats = Object.values(imageFormats);
  const extensions = formats.flatMap(({ extensions }) => [...extensions]);
  const mimeTypes = formats.flatMap(({ mimeTypes }) => [...mimeTypes]);

  expect(extensions).toEqual(['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg']);
  expect(new Set(mimeTypes).size).toBe(formats.length);
});

test.each([
  ['\x89PNG\r\n\x1A\n', 'png'],
  ['\x89PNG\r\n\x1A', null],
  ['\xFF\xD8\xFF\xE0', 'jpeg'],
  ['GIF87a', 'gif'],
  ['GIF88a', null],
  ['RIFF\n\n\n\nWEBP', 'webp'],
  ['RIFF\n\n\n\nWAVE', null],
  ['\xEF\xBB\xBF \n<svg', 'svg'],
  ['<?xml', 'svg'],
  ['a<svg', null],
  ['', null],
])('recognises %j as the beginning of a file of format %j', (beginning, format) => {
  expect(formatOf(Buffer.from(beginning, 'latin1'))).toBe(format);
});
