import type { TSchema } from 'typebox';

/** The words of JSON Schema that the template's schema is written with. */
export interface SchemaNode {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  /** For editors: an explanation of each word of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** The branches differ in their `type`. */
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  /** Only on lists of texts and numbers. */
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** What `pattern` asks for, as a sentence; editors show it too. */
  readonly patternErrorMessage?: string;
}

/** A TypeBox schema seen as the plain JSON Schema that it is. */
export function schemaNode(schema: TSchema): SchemaNode {
  return schema as SchemaNode;
}
