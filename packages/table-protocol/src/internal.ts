/** What the packages of Rowhouse share, without a promise to others: the shapes of the messages. */
export { editPayload, editResponse, initColumnEdit, initEdit } from './editing.ts';
export { fits } from './shape/fits.ts';
export type { JsonSchema } from './shape/JsonSchema.ts';
export type { Infer, Shape } from './shape/Shape.ts';
