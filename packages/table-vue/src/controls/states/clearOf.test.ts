import { expect, test } from 'vitest';
import { freeEnd } from './clearOf.ts';

test('messages are at the end of a window without anything to cover', () => {
  expect(freeEnd(100, [], 800)).toBe(0);
});

test('messages are above the footer at the end of the window', () => {
  expect(freeEnd(100, [{ top: 740, bottom: 800 }], 800)).toBe(60);
});

test('messages are below the footer of a short table, if there is room', () => {
  expect(freeEnd(100, [{ top: 400, bottom: 460 }], 800)).toBe(0);
  expect(freeEnd(100, [{ top: 600, bottom: 700 }], 800)).toBe(200);
});

test('messages cover none of several footers, in whatever order they are', () => {
  const boxes = [
    { top: 500, bottom: 640 },
    { top: 740, bottom: 800 },
  ];
  expect(freeEnd(100, boxes, 800)).toBe(300);
  expect(freeEnd(100, boxes.toReversed(), 800)).toBe(300);
});

test('messages stay at the end of a window without a free place', () => {
  expect(freeEnd(300, [{ top: 200, bottom: 260 }], 400)).toBe(0);
});
