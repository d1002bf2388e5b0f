/** What the built-in modules add to the context, by module. Each declares its part by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface BuiltInProvides {}

/**
 * The same for modules of applications, for those that require them:
 *
 *     declare module '@rowhouse/service' {
 *       interface ModuleProvides {
 *         crm: { contacts: Contacts };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface ModuleProvides {}

type AllProvides = BuiltInProvides & ModuleProvides;

/** What the modules of these names provide together; nothing for names that declare no part. */
export type ProvidedBy<Names extends string> = Together<
  Names extends keyof AllProvides ? (provided: AllProvides[Names]) => void : never
>;

/** The intersection of the parameters of functions: a value of it suits each of them. */
type Together<Functions> = [Functions] extends [never]
  ? unknown
  : [Functions] extends [(provided: infer Parts) => void]
    ? Parts
    : never;
