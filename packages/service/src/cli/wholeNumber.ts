import { StartError } from '../kernel/errors.ts';

/** The value of an option that counts something, from `least` to `most`. Throws a StartError that names the option. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new StartError(`${option} is "${text}", but must be a whole number from ${least} to ${most}.`);
}
