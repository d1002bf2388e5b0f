/** What the built-in modules add to the context, by module. Each declares its part by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface BuiltInParts {}

/**
 * The same for modules of applications, for those that require them:
 *
 *     declare module '@rowhouse/service' {
 *       interface ModuleParts {
 *         crm: { contacts: Contacts };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface ModuleParts {}

type AllParts = BuiltInParts & ModuleParts;

/** What the modules of these names provide together; nothing for names that declare no part. */
export type PartsOf<Names extends string> = Together<
  Names extends keyof AllParts ? (part: AllParts[Names]) => void : never
>;

/** The intersection of the parameters of functions: a value of it suits each of them. */
type Together<Functions> = [Functions] extends [never]
  ? unknown
  : [Functions] extends [(part: infer Parts) => void]
    ? Parts
    : never;
