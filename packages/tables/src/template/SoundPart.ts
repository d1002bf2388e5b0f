/**
 * What is left of a value when everything that its schema refuses is taken out, so that rules can read it
 * without asking again. A refused member stays present as `undefined`: a rule can tell it from one that was
 * not given, and keeps silent about it.
 */
export type SoundPart<T> = T extends readonly (infer Item)[]
  ? readonly (SoundPart<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: SoundPart<T[Key]> | undefined }
    : T;

/** The sound items of a list, each with its place in it. */
export function soundItems<Item>(
  list: readonly (Item | undefined)[] | undefined,
): { readonly item: Item; readonly index: number }[] {
  return (list ?? []).flatMap((item, index) => (item === undefined ? [] : [{ item, index }]));
}

/** Whether a member was not given at all: neither sound nor refused. */
export function isAbsent(value: object, key: string): boolean {
  return !Object.hasOwn(value, key);
}
