/** First and last day of a date filter, both counted in, as `YYYY-MM-DD`; empty when open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A day as people of the page's language write it. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);

  if (Number.isNaN(date.getTime())) {
    return day;
  }

  return new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);
}

/** English without a country writes the day first, which is read rightly everywhere. */
function locale(): string | undefined {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;

  if (language === 'en') {
    return 'en-GB';
  }

  return Intl.DateTimeFormat.supportedLocalesOf(language || []).at(0);
}

/** Ranges that people ask for most, on the calendar of `now` in the user's time zone. */
export function shortcuts(now: Date): { readonly name: string; readonly days: Days }[] {
  const year = now.getFullYear();
  const month = now.getMonth();
  const today = now.getDate();
  const between = (from: Date, to: Date): Days => ({ from: localDay(from), to: localDay(to) });

  return [
    { name: 'Today', days: between(now, now) },
    { name: 'Last 7 days', days: between(new Date(year, month, today - 6), now) },
    { name: 'This month', days: between(new Date(year, month, 1), new Date(year, month + 1, 0)) },
    { name: 'Last month', days: between(new Date(year, month - 1, 1), new Date(year, month, 0)) },
    { name: 'This year', days: between(new Date(year, 0, 1), new Date(year, 11, 31)) },
  ];
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');

  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
