const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** The English name of each country, as the database has it → its name in a language. */
export function countryNames(language: string): Readonly<Record<string, string>> {
  const [english, translated] = ['en', language].map(
    (one) => new Intl.DisplayNames([one], { type: 'region', fallback: 'none' }),
  );

  return Object.fromEntries(
    codes.flatMap((code) => {
      const name = english?.of(code);

      return name === undefined ? [] : [[name, translated?.of(code) ?? name]];
    }),
  );
}
