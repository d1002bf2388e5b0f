import { type TObject, Type } from 'typebox';

/** Values that a client sends, by field. */
export type SentFields = Readonly<Record<string, unknown>>;

/** The members of a body by which fields are sent that modules add to users. */
export interface WithAddedValues {
  readonly userFields?: SentFields;
}

/** Field → value, of those that modules add. The table of users checks them: here, the validator would coerce their types. */
const addedValues = Type.Unsafe<SentFields>(
  Type.Object(
    {},
    { additionalProperties: true, description: 'Values of the fields that modules add to users.' },
  ),
);

/** With `userFields` if modules add fields to users. */
export function withAddedValues<Body extends TObject>(body: Body, hasFields: boolean) {
  if (!hasFields) return body;

  return Type.Object(
    { ...body.properties, userFields: Type.Optional(addedValues) },
    { additionalProperties: false },
  );
}
