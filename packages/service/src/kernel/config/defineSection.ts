import { type Group, group, type Keys, type Named, type ValueOf, type WrittenOf } from './keys.ts';

/** A named part of the configuration. The section with an empty name contains the top-level keys. */
export interface Section<Name extends string = string, Value = unknown> {
  readonly name: Name;
  /** Name of the declaring module, for messages; undefined for the service's own sections. */
  readonly module?: string;
  readonly node: Group | Named;
  readonly check: (written: never) => readonly string[];
  readonly reads: readonly string[];
  readonly checkTogether: (config: never) => readonly string[];
  readonly complete: (settings: never, folder: string) => Value;
}

interface SectionOptions<N, Value> {
  /** Name of the declaring module, for messages. */
  readonly module?: string;
  /**
   * Returns a message for each invalid combination of keys: the problem, the value (never a secret) and the remedy. Called
   * with the configured values, without defaults, if each key is valid.
   */
  check?(written: WrittenOf<N>): readonly string[];
  /** Names of the other sections that `checkTogether` reads. */
  readonly reads?: readonly string[];
  /**
   * Returns a message for each conflict with other sections. Called with the completed configuration if this section and
   * those in `reads` are valid; other sections may be missing.
   */
  checkTogether?(config: never): readonly string[];
  /** Computes the section's value from the settings and their defaults. `folder` is the working directory. */
  complete?(settings: ValueOf<N>, folder: string): Value;
}

/**
 * Declares a section: its types, validation, defaults, environment variables and reference.
 *
 *     const shop = defineSection('shop', {
 *       currency: text('Currency of all prices.', { pattern: '^[A-Z]{3}$', expected: 'a currency such as EUR', default: 'EUR' }),
 *       returnDays: whole('Days in which orders may be returned.', { range: [0, 365, 'days'], default: 14 }),
 *     });
 *
 * The environment variables are ROWHOUSE_SHOP_CURRENCY and ROWHOUSE_SHOP_RETURN_DAYS.
 */
export function defineSection<const Name extends string, N extends Keys | Named>(
  name: Name,
  keys: N,
  options?: SectionOptions<N, ValueOf<N>> & { readonly complete?: never },
): Section<Name, ValueOf<N>>;
export function defineSection<const Name extends string, N extends Keys | Named, Value>(
  name: Name,
  keys: N,
  options: SectionOptions<N, Value>,
): Section<Name, Value>;
export function defineSection<Name extends string, N extends Keys | Named, Value>(
  name: Name,
  keys: N,
  { module, check, reads = [], checkTogether, complete }: SectionOptions<N, Value> = {},
): Section<Name, Value> {
  return {
    name,
    ...(module !== undefined && { module }),
    // Keys map to objects, so a key named `kind` cannot be mistaken for the discriminator.
    node: keys.kind === 'named' ? (keys as Named) : group(keys as Keys),
    check: check ?? none,
    reads,
    checkTogether: checkTogether ?? none,
    complete: complete ?? ((settings: ValueOf<N>) => settings as unknown as Value),
  };
}

const none = (): readonly string[] => [];

/** The configuration composed of sections. */
export type ConfigOf<S extends readonly Section[]> = RootOf<Extract<S[number], { readonly name: '' }>> & {
  readonly [E in S[number] as E['name'] extends '' ? never : E['name']]: SectionValue<E>;
};

type RootOf<E> = [E] extends [never] ? unknown : SectionValue<E>;
/** The value of a section. */
export type SectionValue<E> = E extends Section<string, infer Value> ? Value : never;

/** The sections as the keys of one object. */
export function rootOf(sections: readonly Section[]): Group {
  return group(
    Object.assign(
      {},
      ...sections.map(({ name, node }) =>
        name === '' && node.kind === 'group' ? node.keys : { [name]: node },
      ),
    ),
  );
}
