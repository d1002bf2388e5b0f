import { type Group, group, type Keys, type Named, type ValueOf, type WrittenOf } from './keys.ts';

/** A part of the configuration under one name; the section without a name has the keys of the first level. */
export interface Section<Name extends string = string, Value = unknown> {
  readonly name: Name;
  /** The module that declares the section, for messages; the service's own have none. */
  readonly module?: string;
  readonly node: Group | Named;
  readonly check: (written: never) => readonly string[];
  readonly reads: readonly string[];
  readonly checkTogether: (config: never) => readonly string[];
  readonly complete: (settings: never, folder: string) => Value;
}

interface SectionOptions<N, Value> {
  /** The module that declares the section, for messages. */
  readonly module?: string;
  /**
   * Faults of keys that do not go together, a sentence each: what is wrong, with which value (never a secret one), and
   * what to do. Is given what was configured, without defaults, when each key is acceptable by itself.
   */
  check?(written: WrittenOf<N>): readonly string[];
  /** Names of the other sections that `checkTogether` reads. */
  readonly reads?: readonly string[];
  /**
   * Faults that show only next to other sections. Called with the configuration when this section and those of `reads`
   * have no faults of their own; other sections may be missing in it.
   */
  checkTogether?(config: never): readonly string[];
  /** Changes the settings, with their defaults, into the section's value: computed defaults, paths below `folder`. */
  complete?(settings: ValueOf<N>, folder: string): Value;
}

/**
 * Declares a section. Types, validation, defaults, environment variables and the reference follow from it.
 *
 *     const shop = defineSection('shop', {
 *       currency: text('Currency of all prices.', { pattern: '^[A-Z]{3}$', expected: 'a currency such as EUR', default: 'EUR' }),
 *       returnDays: whole('Days in which orders may be returned.', { range: [0, 365, 'days'], default: 14 }),
 *     });
 *
 * has the variables ROWHOUSE_SHOP_CURRENCY and ROWHOUSE_SHOP_RETURN_DAYS.
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
    // The values of keys are objects, so that no key can be taken for the mark of a node.
    node: keys.kind === 'named' ? (keys as Named) : group(keys as Keys),
    check: check ?? none,
    reads,
    checkTogether: checkTogether ?? none,
    complete: complete ?? ((settings: ValueOf<N>) => settings as unknown as Value),
  };
}

const none = (): readonly string[] => [];

/** The configuration that some sections make up. */
export type ConfigOf<S extends readonly Section[]> = RootOf<Extract<S[number], { readonly name: '' }>> & {
  readonly [E in S[number] as E['name'] extends '' ? never : E['name']]: SectionValue<E>;
};

type RootOf<E> = [E] extends [never] ? unknown : SectionValue<E>;
type SectionValue<E> = E extends Section<string, infer Value> ? Value : never;

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
