import { type TSchema, Type } from 'typebox';

export const apiCallsSchema: TSchema = Type.Object(
  {
    keepDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3650, description: 'a whole number of days from 1 to 3650' }),
    ),
    secretNames: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 200,
        description: 'a list of names such as iban, x-shop-signature',
      }),
    ),
    successStatuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), {
        minItems: 1,
        maxItems: 50,
        description: 'a list of statuses such as 200, 201',
      }),
    ),
    failureWindow: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3600, description: 'a whole number of seconds from 1 to 3600' }),
    ),
    debug: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  {
    additionalProperties: false,
    description: 'the settings of API calls: keepDays, secretNames, successStatuses, failureWindow and debug',
  },
);
