import { expect, it } from 'vitest';
import { iconClass, iconOfValue } from './icons.ts';

it('an icon name gets the classes of a solid icon; classes stay as they are', () => {
  expect(iconClass('truck')).toBe('fa-solid fa-truck');
  expect(iconClass('fa-truck')).toBe('fa-solid fa-truck');
  expect(iconClass(' fa-brands fa-github ')).toBe('fa-brands fa-github');
});

it('an icon named by a value has the classes of one icon set, and no other', () => {
  expect(iconOfValue('truck')).toBe('truck');
  expect(iconOfValue(' fas  fa-truck ')).toBe('fas fa-truck');
  expect(iconOfValue('mdi mdi-home')).toBe('mdi mdi-home');
  expect(iconOfValue('fa-solid fa-truck modal is-active')).toBe('fa-solid fa-truck');
  expect(iconOfValue('')).toBe('');
});
