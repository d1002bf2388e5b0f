export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** The keywords of JSON Schema that shapes use, and what JSON Schema cannot say. */
export interface JsonSchema {
  /** Of a list of types, one must match. Missing: any value. */
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  /** Members of an object at most, also others than those in `properties`. */
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The same entry is not repeated. */
  readonly uniqueItems?: true;
  /** In UTF-16 code units. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Only described. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value that a server assumes if it is missing. */
  readonly default?: unknown;
  /** Whether the member may be missing from its object. */
  readonly optional?: true;
  /** Null is the same as missing. */
  readonly nothing?: true;
  /** What a client reads instead of an invalid or missing value. The shape is applied to it, too. */
  readonly fallback?: unknown;
  /** Whether a client reads a number as text. */
  readonly fromNumber?: true;
  /** A schema that contains itself. */
  readonly recursive?: () => JsonSchema;
}
