/** Arithmetic on dates of the proleptic Gregorian calendar, without time or zone. Months are 1 to 12. */

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysPerEra = 146_097; // 400 years
const daysFromEraStartTo1970 = 719_468;

/** Days since 1970-01-01 of a date; a day outside its month carries over. */
export function dayNumber({ year, month, day }: CivilDate): number {
  // Years start in March, so that the leap day is the last day.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - daysFromEraStartTo1970;
}

/** The inverse of `dayNumber`. */
export function civilDate(days: number): CivilDate {
  const shifted = days + daysFromEraStartTo1970;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return isLeapYear(year) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** 0 is Sunday. */
export function weekday(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** 0 is 1 January. */
export function dayOfYear(date: CivilDate): number {
  return dayNumber(date) - dayNumber({ year: date.year, month: 1, day: 1 });
}

/** ISO 8601 week and the year it belongs to: the week's Thursday decides. */
export function isoWeek(date: CivilDate): { year: number; week: number } {
  const days = dayNumber(date);
  const thursday = days + 4 - (weekday(days) || 7);
  const { year } = civilDate(thursday);
  return { year, week: Math.floor((thursday - dayNumber({ year, month: 1, day: 1 })) / 7) + 1 };
}
