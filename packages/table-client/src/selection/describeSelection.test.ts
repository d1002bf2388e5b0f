import { expect, test } from 'vitest';
import type { Translate } from '../language/translator.ts';
import { describeMatching, describeSelection } from './describeSelection.ts';

const asCalled: Translate = (text, values = {}) => JSON.stringify([text, values]);
const valuesOf = (text: string): unknown => JSON.parse(text)[1];

test('rows on other pages are named only if there are some', () => {
  expect(valuesOf(describeSelection(3, 0, asCalled))).toEqual({ count: 3 });
  expect(valuesOf(describeSelection(3, 2, asCalled))).toEqual({ count: 3, elsewhere: 2 });
});

test('exceptions of all that match are named only if there are some, whether the number is known or not', () => {
  const rows = describeSelection(7, 0, asCalled);

  expect(valuesOf(describeMatching(null, 0, asCalled))).toEqual({});
  expect(valuesOf(describeMatching(null, 2, asCalled))).toEqual({ excepted: 2 });
  expect(valuesOf(describeMatching(7, 0, asCalled))).toEqual({ rows });
  expect(valuesOf(describeMatching(7, 2, asCalled))).toEqual({ rows, excepted: 2 });
});
