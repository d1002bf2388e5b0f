import { expect, test } from 'vitest';
import { nameFault } from './createProject.ts';

test.each(['my-app', 'a', '7up', 'orders.example_2', 'x'.repeat(214)])('accepts the name %s', (name) => {
  expect(nameFault(name)).toBeNull();
});

test.each([
  ['', 'empty'],
  ['x'.repeat(215), '214'],
  ['node_modules', 'npm reserves it'],
  ['.hidden', 'begin with'],
  ['_private', 'begin with'],
  ['My-App', 'begin with'],
  ['my App', 'small letters'],
  ['über', 'begin with'],
  ['a/b', 'small letters'],
])('refuses "%s" and says why', (name, reason) => {
  expect(nameFault(name)).toContain(reason);
});
