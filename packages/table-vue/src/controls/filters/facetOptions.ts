import type { Translate } from '@rowhouse/table-client';
import type { FilterFacet } from '@rowhouse/table-client/internal';

export interface Option {
  readonly key: string;
  readonly label: string;
}

/** An option with the number of rows that have it. */
export interface CountedOption extends Option {
  /** Missing if unknown. */
  readonly count?: number;
}

/** The options with their key after the label, `Ewa Bąk (7)`, where another option has the same label. */
export function disambiguated<Given extends Option>(options: readonly Given[]): Given[] {
  const same = Map.groupBy(options, ({ label }) => label);

  return options.map((option) =>
    (same.get(option.label)?.length ?? 0) > 1
      ? { ...option, label: `${option.label} (${option.key})` }
      : option,
  );
}

/** The keys of a facet's values, in the order of the server. Rows without a value cannot be selected. */
export function facetKeys({ values }: FilterFacet): string[] {
  return values.flatMap(({ value }) => (value === null || value === '' ? [] : [String(value)]));
}

/**
 * The options with their counts. Those in `order` come first, in that order; the others keep their order. Without a
 * counted facet, the options stay unchanged.
 */
export function countedOptions(
  options: readonly Option[],
  facet: FilterFacet | undefined,
  order: readonly string[],
): CountedOption[] {
  const places = new Map(order.map((key, place) => [key, place]));
  const place = ({ key }: Option) => places.get(key) ?? order.length;
  const sorted = options.toSorted((a, b) => place(a) - place(b));

  if (!facet || facet.status === 'uncounted' || facet.status === 'failed') return sorted;
  if (facet.values.length === 0 && facet.status === 'loading') return sorted;

  const counts = new Map(facet.values.map(({ value, count }) => [String(value), count]));
  // Only the first hundred values are listed.
  const others = facet.more === 0 ? { count: 0 } : {};

  return sorted.map((option) => {
    const count = counts.get(option.key);

    return { ...option, ...(count === undefined ? others : { count }) };
  });
}

/** The values of a text column that contain the typed text, as options. */
export function textOptions({ values }: FilterFacet, typed: string): Option[] {
  const wanted = typed.trim().toLocaleLowerCase();

  return values.flatMap(({ value }) => {
    const text = typeof value === 'string' ? value.trim() : '';

    return text !== '' && text.toLocaleLowerCase().includes(wanted) ? [{ key: text, label: text }] : [];
  });
}

/** An option and its count for screen readers. */
export function spokenOption({ label, count }: CountedOption, translate: Translate): string | undefined {
  return count === undefined
    ? undefined
    : translate('{option}, {count|# row|# rows}', { option: label, count });
}
