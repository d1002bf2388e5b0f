import { say } from '@rowhouse/problems';
import { knownLocale, localeFormats } from '../../format/localeFormats.ts';
import { describe, Faults } from './Faults.ts';
import { isNothing } from './scalars.ts';

/** A BCP 47 tag without its extensions; null if it is missing, invalid, or of a language whose formats are the defaults. */
export function parseLocale(value: unknown, faults: Faults): string | null {
  if (isNothing(value)) return null;
  if (typeof value === 'string' && isTag(value)) {
    const locale = knownLocale(value);

    return locale === null || localeFormats(locale) === null ? null : locale;
  }
  faults.add(
    'locale',
    say`${describe(value)} is not a language; send a BCP 47 tag such as de or pt-BR, or leave it out.`,
  );

  return null;
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The same for a single value. Throws `tables.invalid_request`. */
export function readLocale(value: unknown): string | null {
  const faults = new Faults();
  const locale = parseLocale(value, faults);
  faults.throwIfAny();

  return locale;
}
