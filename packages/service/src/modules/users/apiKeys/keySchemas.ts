import { Type } from 'typebox';

const text = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const listedKey = Type.Object({
  id: Type.Integer(),
  name: text,
  start: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The first characters of the key.',
  }),
  permissions: Type.Unsafe<readonly string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Permissions that the key is limited to; null for all permissions of its user.',
  }),
  isActive: Type.Boolean({ description: 'Whether it is neither expired nor disabled.' }),
  createdAt: Type.String(),
  expiresAt: text,
  lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'To the minute.' }),
});

export const describedPermission = Type.Object({
  name: Type.String(),
  label: Type.String({
    description: "In the user's language. Permissions with the same label and group belong together.",
  }),
  group: Type.String({ description: 'Table or part of the service, in the same language.' }),
});

export const newKeyBody = Type.Object(
  {
    name: Type.String({ pattern: '\\S', maxLength: 32 }),
    expiresInDays: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 365,
      description: 'a whole number of days from 1 to 365, or null for a key that does not expire',
    }),
    permissions: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 200 },
      minItems: 1,
      maxItems: 5_000,
      description: 'a list of names of your own permissions, or null for all of them',
    }),
  },
  { additionalProperties: false },
);
