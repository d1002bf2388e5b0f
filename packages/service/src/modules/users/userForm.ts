import type { EnglishText } from '@rowhouse/problems';
import { type TObject, Type } from 'typebox';
import { passwordLength } from './auth/passwordLength.ts';
import { type EditableUser, idSchema, languageSchema } from './messages.ts';
import type { SentFields } from './userFields/userFieldForms.ts';

/** The addresses that the sign-in library accepts: ASCII letters, and a domain with a dot. Spaces around are allowed. */
export const emailPattern =
  "^\\s*([\\w'+-]+\\.)*[\\w'+-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}\\s*$";

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The fields of a form. A new user requires all of them; a change may omit any. */
export interface UserFields extends Omit<EditableUser, 'id'> {
  /** Plain text. */
  readonly password: string;
}

/** The members of a body by which fields are sent that modules add to users. */
export interface WithAddedValues {
  readonly userFields?: SentFields;
}

/** The fields of a new user, with a password or `invite`. */
export interface NewUserFields extends Omit<UserFields, 'password'> {
  readonly password?: string;
  readonly invite?: boolean;
}

export const nameSchema = Type.String({ pattern: '\\S', maxLength: 200 });
const fields = {
  name: nameSchema,
  email: Type.String({
    pattern: emailPattern,
    maxLength: 254,
    description: 'an e-mail address such as ada@example.com' satisfies EnglishText,
  }),
  password: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }),
  roleId: idSchema,
  language: languageSchema,
  // Not Type.Boolean: the validator would coerce null to false, which deactivates.
  isActive: Type.Unsafe<boolean>({ enum: [true, false] }),
};

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

export const newUserBody = Type.Object(
  {
    ...fields,
    password: Type.Optional(fields.password),
    invite: Type.Optional(
      Type.Unsafe<boolean>({
        enum: [true, false],
        description: 'Send an e-mail with a link to set a password, instead of a password.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const userChangesBody = Type.Partial(Type.Object(fields), { additionalProperties: false });
