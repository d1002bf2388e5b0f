import { expect, test } from 'vitest';
import { isFarEnough, movementOf, shiftOf, sideOf } from './swipeGesture.ts';

test('distinguishes a swipe from a scroll after 10 px, and prefers the scroll', () => {
  expect(movementOf(6, 6)).toBe('unclear');
  expect(movementOf(12, 2)).toBe('swipe');
  expect(movementOf(-12, -2)).toBe('swipe');
  expect(movementOf(12, 12)).toBe('scroll');
  expect(movementOf(2, -30)).toBe('scroll');
});

test('names the side in the direction of the text', () => {
  expect(sideOf(40, false)).toBe('end');
  expect(sideOf(-40, false)).toBe('start');
  expect(sideOf(40, true)).toBe('start');
  expect(sideOf(-40, true)).toBe('end');
});

test('moves the card with the finger, and further on by a quarter of the way', () => {
  expect(shiftOf(50)).toBe(50);
  expect(shiftOf(-96)).toBe(-96);
  expect(shiftOf(136)).toBe(106);
  expect(shiftOf(-136)).toBe(-106);
});

test('acts from 96 px on, or a third of a narrow card', () => {
  expect(isFarEnough(95, 400)).toBe(false);
  expect(isFarEnough(-96, 400)).toBe(true);
  expect(isFarEnough(60, 180)).toBe(true);
});
