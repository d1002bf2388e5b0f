import type { Dictionary } from '../../kernel/language/translate.ts';

/** The texts of notifications in one language, as in `locales/`. */
interface NotificationTexts {
  readonly texts: Dictionary;
  /** Bodies of notifications of failed API calls, to which a line with the user may be added. */
  readonly failures: Dictionary;
  readonly userLines: Dictionary;
}

/** A dictionary that has each body of a failure alone and with each line. */
export function withUserLines({ texts, failures, userLines }: NotificationTexts): Dictionary {
  const withLines = Object.entries(failures).flatMap(([english, text]) =>
    Object.entries(userLines).map(([line, translated]) => [`${english}\n${line}`, `${text}\n${translated}`]),
  );

  return { ...texts, ...failures, ...Object.fromEntries(withLines) };
}
