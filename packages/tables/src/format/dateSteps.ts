import type { GroupStep } from '@rowhouse/table-protocol/internal';

const dayLength = 86_400_000;
const lastDay = '9999-12-31';

/** The first day of the step that contains a day; both as `YYYY-MM-DD`. A week starts on Monday. */
export function stepStart(day: string, step: GroupStep): string {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))];

  switch (step) {
    case 'day':
      return day;
    case 'week': {
      const instant = Date.parse(day);

      return isoDay(instant - ((new Date(instant).getUTCDay() + 6) % 7) * dayLength);
    }
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${year}-${pair(month - ((month - 1) % 3))}-01`;
    case 'year':
      return `${year}-01-01`;
  }
}

const months: Readonly<Partial<Record<GroupStep, number>>> = { month: 1, quarter: 3, year: 12 };

/** The last day of the step that starts on a day; at most 9999-12-31. */
export function stepEnd(start: string, step: GroupStep): string {
  const next = new Date(start);
  const length = months[step];

  if (length) next.setUTCMonth(next.getUTCMonth() + length);
  else next.setUTCDate(next.getUTCDate() + (step === 'week' ? 7 : 1));
  const end = next.getTime() - dayLength;

  return end > Date.parse(lastDay) ? lastDay : isoDay(end);
}

/**
 * `2026-W05`, `2026-01`, `2026-Q1` or `2026`: the step that starts on a day, as in ISO 8601 if that defines a notation.
 */
export function stepLabel(start: string, step: GroupStep): string {
  switch (step) {
    case 'day':
      return start;
    case 'week':
      return weekLabel(start);
    case 'month':
      return start.slice(0, 7);
    case 'quarter':
      return `${start.slice(0, 4)}-Q${(Number(start.slice(5, 7)) + 2) / 3}`;
    case 'year':
      return start.slice(0, 4);
  }
}

/** A week belongs to the year of its Thursday. */
function weekLabel(monday: string): string {
  const thursday = Date.parse(monday) + 3 * dayLength;
  const year = isoDay(thursday).slice(0, 4);
  const week = Math.floor((thursday - Date.parse(`${year}-01-01`)) / (7 * dayLength)) + 1;

  return `${year}-W${pair(week)}`;
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function pair(number: number): string {
  return String(number).padStart(2, '0');
}
