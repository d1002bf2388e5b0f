import { expect, it } from 'vitest';
import { readPosition, recordPath, tablePath } from './recordPath.ts';

it('keeps the search, filters and sort of the table, and says where the row is instead of the page', () => {
  const search = '?rooms.q=at+tic&rooms.sort=-seats&rooms.page=3';

  expect(recordPath('rooms', '7', 20, search)).toBe('/tables/rooms/7?rooms.q=at+tic&rooms.sort=-seats&at=21');
  expect(recordPath('rooms', '7', null, '')).toBe('/tables/rooms/7');
  expect(recordPath('rooms', 'a/b?c', null, '?at=4')).toBe('/tables/rooms/a%2Fb%3Fc');
});

it('leads back to the page of the table that has the row', () => {
  const search = '?rooms.q=attic&at=21';

  expect(tablePath('/tables/rooms', 'rooms', { position: 20, length: 10, search })).toBe(
    '/tables/rooms?rooms.q=attic&rooms.page=3',
  );
  expect(tablePath('/tables/rooms', 'rooms', { position: 9, length: 10, search: '' })).toBe('/tables/rooms');
  expect(tablePath('/rooms', 'rooms', { position: null, length: 10, search: '?at=2' })).toBe('/rooms');
});

it('reads positions from one, and ignores what is none', () => {
  expect(readPosition('1')).toBe(0);
  expect(readPosition('250')).toBe(249);
  for (const wrong of [undefined, null, '', '0', '-1', '1.5', 'x', ['1'], '99999999999']) {
    expect(readPosition(wrong)).toBeNull();
  }
});
