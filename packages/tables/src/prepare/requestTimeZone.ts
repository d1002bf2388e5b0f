import { timeZoneName } from '@rowhouse/table-protocol';
import type { TableConfig } from '../template/TableConfig.ts';

/** The zone that the application gives for a request, or the configured one. Throws a RangeError when it is unknown. */
export function requestTimeZone(
  given: string | null | undefined,
  { timeZone }: Pick<TableConfig, 'timeZone'>,
): string {
  const name = timeZoneName(given ?? timeZone);

  if (name === null) {
    throw new RangeError(
      `${JSON.stringify(given ?? timeZone)} is not a time zone. Give an IANA name such as Europe/Berlin, ` +
        'or null for the configured zone.',
    );
  }

  return name;
}
