import { Type } from 'typebox';
import type { Message } from '../base/Message.ts';

const tableEntry = Type.Object({
  id: Type.String({ description: "The table's routePrefix." }),
  name: Type.String({ description: "In the user's language." }),
  database: Type.Union([Type.String(), Type.Null()], {
    description: "Name of the served database of the table; null for the service's own database.",
  }),
  about: Type.Union([Type.String(), Type.Null()], { description: 'One sentence.' }),
  icon: Type.String({ description: 'Class of Font Awesome.' }),
  path: Type.String({ description: 'Of the page.' }),
  init: Type.String({ description: 'Address of the description of the table.' }),
  selectable: Type.Boolean({ description: 'Whether its rows can be selected.' }),
  create: Type.Optional(
    Type.String({ description: 'Address of the form of a new record; missing if the user may not use it.' }),
  ),
  edit: Type.Optional(
    Type.String({ description: 'Address of the form of a record; missing if the user may not use it.' }),
  ),
  import: Type.Optional(
    Type.String({ description: 'Address that takes files; missing if the user may not import any.' }),
  ),
});
/** A table that the user may open. */
export interface TableEntry extends Message<typeof tableEntry> {}

export const menu = Type.Object({
  data: Type.Array(tableEntry),
  texts: Type.Record(Type.String(), Type.String(), {
    description: "English text → its text in the user's language, of the application's modules.",
  }),
});
/** The tables that the user may open, in the order of the menu. */
export interface Menu extends Message<typeof menu> {}

const attribute = Type.String({ description: 'Attribute of the rows of this table.' });

const rowReference = Type.Object({
  table: Type.String({ description: 'Id of the table with the other row.' }),
  columns: Type.Array(Type.String(), {
    description: 'Columns of this table that identify the other row.',
  }),
  key: Type.Array(attribute, {
    description:
      'Attributes that form the identifier of the other row. Several values are joined by commas, with ~ escaped ' +
      'as ~0 and , as ~1.',
  }),
});
/** The row of another table that a row refers to. */
export interface RowReference extends Message<typeof rowReference> {}

const rowFilter = Type.Object({
  data: Type.String({ description: 'table.column of the other table.' }),
  type: Type.Union([Type.Literal('number'), Type.Literal('string'), Type.Literal('select')]),
  attribute,
});
/** A filter of another table, with the value of an attribute of the row. */
export interface RowFilter extends Message<typeof rowFilter> {}

const rowReferrer = Type.Object({
  table: Type.String({ description: 'Id of the table that has the rows.' }),
  as: Type.String({ description: 'Name of the reference in that table.' }),
  filters: Type.Array(rowFilter, {
    description: 'Internal filters that select the rows of the other table that refer to this row.',
  }),
});
/** Rows of another table that refer to a row. */
export interface RowReferrer extends Message<typeof rowReferrer> {}

export const rowLinks = Type.Object({
  references: Type.Array(rowReference, { description: 'Rows of other tables that a row refers to.' }),
  referencedBy: Type.Array(rowReferrer, { description: 'Tables whose rows refer to a row.' }),
});
/** Links between the rows of a table and other tables, derived from foreign keys. */
export interface RowLinks extends Message<typeof rowLinks> {}
