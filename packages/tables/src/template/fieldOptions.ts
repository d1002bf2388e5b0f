import { Type } from 'typebox';

export const optionalText = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1 }));

/** Options of fields: of records, and of the input of actions. */
export const fieldOptions = {
  label: optionalText('Default: the label of the column, otherwise words made of the name.'),
  help: optionalText('Explains the field, below it.'),
  section: optionalText('Heading above this field and those that follow, until another one.'),
  default: Type.Optional(Type.Unknown({ description: 'Value in the form, as clients send it.' })),
  when: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The field applies only if each of these other fields has the value, or one of the values.',
    }),
  ),
  permission: optionalText('Name of the permission without which the field does not exist for a user.'),
  enum: optionalText('Name of the enumeration of its values. Default: that of the column.'),
  references: optionalText('The table.column that has to have the value, such as customers.id.'),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'JSON schema of the value.' }),
  ),
};
