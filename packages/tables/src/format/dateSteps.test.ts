import { groupSteps } from '@rowhouse/table-protocol/internal';
import { expect, it } from 'vitest';
import { stepEnd, stepLabel, stepStart } from './dateSteps.ts';

const dayLength = 86_400_000;
const days = Array.from({ length: 3000 }, (_, index) =>
  new Date(Date.UTC(2019, 0, 1) + index * dayLength).toISOString().slice(0, 10),
);

it.each(groupSteps)('starts and ends a %s within itself, and the next one after it', (step) => {
  for (const day of days) {
    const start = stepStart(day, step);
    const end = stepEnd(start, step);
    const next = new Date(Date.parse(end) + dayLength).toISOString().slice(0, 10);

    expect(start <= day && day <= end).toBe(true);
    expect(stepStart(start, step)).toBe(start);
    expect(stepStart(end, step)).toBe(start);
    expect(stepStart(next, step)).toBe(next);
  }
});

it('has the labels of ISO 8601, where there are some', () => {
  const labels = (day: string) => groupSteps.map((step) => stepLabel(stepStart(day, step), step));

  expect(labels('2026-05-17')).toEqual(['2026-05-17', '2026-W20', '2026-05', '2026-Q2', '2026']);
  expect(labels('2027-01-01')).toEqual(['2027-01-01', '2026-W53', '2027-01', '2027-Q1', '2027']);
  expect(labels('2024-12-30')[1]).toBe('2025-W01');
});

it('ends with the last existing day', () => {
  expect(stepEnd('9999-12-27', 'week')).toBe('9999-12-31');
  expect(stepEnd('9999-01-01', 'year')).toBe('9999-12-31');
  expect(stepStart('0001-01-03', 'week')).toBe('0001-01-01');
  expect(stepEnd('0001-01-01', 'quarter')).toBe('0001-03-31');
});
