import { say } from '@rowhouse/problems';
import { IntegrationError } from '../errors.ts';

/**
 * Shapes a payload: a subclass returns it from `attributes`; resources may be nested, also in lists and objects.
 *
 *     class ParcelResource extends Resource {
 *       readonly parcel: Parcel;
 *       constructor(parcel: Parcel) {
 *         super();
 *         this.parcel = parcel;
 *       }
 *       protected attributes() {
 *         return { code: this.parcel.code, receiver: new AddressResource(this.parcel.receiver) };
 *       }
 *       protected override mandatory() {
 *         return ['code', 'receiver.city'];
 *       }
 *     }
 */
export abstract class Resource {
  protected abstract attributes(): Readonly<Record<string, unknown>>;

  /** Required attributes; null counts as a value. `a.b` for those of nested objects. */
  protected mandatory(): readonly string[] {
    return [];
  }

  /**
   * The payload as plain data, without undefined attributes. Throws `integrations.invalid_resource`, which lists all
   * missing mandatory attributes, also of nested resources.
   */
  resolve(): Record<string, unknown> {
    const missing: string[] = [];
    const resolved = resolveResource(this, '', missing);
    if (missing.length === 0) return resolved;

    throw new IntegrationError(
      'integrations.invalid_resource',
      `${this.constructor.name} lacks ${missing.join(', ')}. Add the mandatory attributes.`,
    );
  }

  toJson(): string {
    return JSON.stringify(this.resolve());
  }

  /** For JSON.stringify. */
  toJSON(): Record<string, unknown> {
    return this.resolve();
  }

  /** Maps items to payloads: `ParcelResource.collection(parcels)`. */
  static collection<Item>(
    this: new (
      item: Item,
    ) => Resource,
    items: Iterable<Item>,
  ): Record<string, unknown>[] {
    return Array.from(items, (item) => new this(item).resolve());
  }

  /** Internal: for `resolveResource`. */
  static contentOf(resource: Resource): {
    attributes: Readonly<Record<string, unknown>>;
    mandatory: readonly string[];
  } {
    return { attributes: resource.attributes(), mandatory: resource.mandatory() };
  }
}

function resolveResource(resource: Resource, path: string, missing: string[]): Record<string, unknown> {
  const { attributes, mandatory } = Resource.contentOf(resource);
  const resolved = resolveValues(attributes, path, missing);

  for (const name of mandatory) {
    const value = name.split('.').reduce<unknown>((parent, key) => Object(parent)[key], resolved);
    if (value === undefined) missing.push(at(path, name));
  }
  return resolved;
}

function resolveValues(values: object, path: string, missing: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, resolveValue(value, at(path, name), missing)]),
  );
}

function resolveValue(value: unknown, path: string, missing: string[]): unknown {
  if (value instanceof Resource) return resolveResource(value, path, missing);
  if (Array.isArray(value))
    return value.map((item, index) => resolveValue(item, at(path, String(index)), missing));
  if (isPlain(value)) return resolveValues(value, path, missing);
  return value;
}

/** Dates, for example, are not plain and stay unchanged. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;

  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Accepts only the keys that a subclass lists in `allowed`. */
export abstract class Filter {
  readonly #input: Readonly<Record<string, unknown>>;

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#input = input;
  }

  protected abstract allowed(): readonly string[];

  /** Returns the input. Throws `integrations.unsupported_keys`, which lists all keys that are not allowed. */
  toArray(): Record<string, unknown> {
    const allowed = this.allowed();
    const unsupported = Object.keys(this.#input).filter((key) => !allowed.includes(key));
    if (unsupported.length === 0) return { ...this.#input };

    throw new IntegrationError(
      'integrations.unsupported_keys',
      say`${this.constructor.name} does not support ${unsupported.join(', ')}. Supported keys: ${allowed.join(', ')}.`,
    );
  }
}
