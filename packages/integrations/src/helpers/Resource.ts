import { IntegrationError } from '../errors.ts';

/**
 * Shapes a payload: a subclass says in `attributes` what is sent, nested resources, lists and maps of them included.
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

  /** Attributes that have to be there; null is a value. `a.b` for those of nested objects. */
  protected mandatory(): readonly string[] {
    return [];
  }

  /**
   * The payload as plain data, attributes that are undefined left out. Throws `integrations.invalid_resource`, which
   * names every mandatory attribute that is missing here or in a nested resource.
   */
  resolve(): Record<string, unknown> {
    const missing: string[] = [];
    const resolved = resolveResource(this, '', missing);
    if (missing.length === 0) return resolved;

    throw new IntegrationError(
      'integrations.invalid_resource',
      `${this.constructor.name} lacks ${missing.join(', ')}. Give what is mandatory.`,
    );
  }

  toJson(): string {
    return JSON.stringify(this.resolve());
  }

  /** So that JSON.stringify sends what `resolve` does. */
  toJSON(): Record<string, unknown> {
    return this.resolve();
  }

  /** Each item as the payload of a resource: `ParcelResource.collection(parcels)`. */
  static collection<Item>(
    this: new (
      item: Item,
    ) => Resource,
    items: Iterable<Item>,
  ): Record<string, unknown>[] {
    return Array.from(items, (item) => new this(item).resolve());
  }

  /** For `resolveResource` only. */
  static parts(resource: Resource): {
    attributes: Readonly<Record<string, unknown>>;
    mandatory: readonly string[];
  } {
    return { attributes: resource.attributes(), mandatory: resource.mandatory() };
  }
}

function resolveResource(resource: Resource, path: string, missing: string[]): Record<string, unknown> {
  const { attributes, mandatory } = Resource.parts(resource);
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

/** Dates, for example, stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;

  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
