import { type ButtonAction, type ButtonType, buttonMethods } from '@rowhouse/table-protocol/internal';

import { Type } from 'typebox';
import { describedWords } from './describedWords.ts';

const actionWords: Record<ButtonAction, string> = {
  router: 'Navigates through the client router.',
  href: 'Navigates through a plain link.',
  export: 'Starts an export.',
  ajax: 'Sends a request with the given method.',
};

const typeWords: Record<ButtonType, string> = {
  row: 'Rendered in the actions column of every row.',
  global: 'Rendered above the search input.',
  dropdown: 'Rendered above the search input, inside a dropdown.',
};

/** A button with all its options. */
export const buttonSchema = Type.Object(
  {
    type: describedWords(typeWords, { title: 'button type', description: 'Where the button is rendered.' }),
    icon: Type.String({ description: 'Icon class of an icon set that the page has.' }),
    class: Type.String({ description: 'CSS classes.' }),
    name: Type.Optional(
      Type.String({
        description:
          "Name by which `_actions` of a row refers to the button. Default: the routeSuffix, otherwise the last part of fullRoute, the event, the label in camel case, or 'button'; a number is added to a name that is taken.",
        minLength: 1,
      }),
    ),
    routeSuffix: Type.Optional(
      Type.String({ description: 'Appended to routePrefix, to name the route of the button.', minLength: 1 }),
    ),
    fullRoute: Type.Optional(
      Type.String({
        description: 'Name of the route of the button, used independently of routePrefix.',
        minLength: 1,
      }),
    ),
    event: Type.Optional(Type.String({ description: 'Event emitted on click.', minLength: 1 })),
    postEvent: Type.Optional(
      Type.String({
        description: 'Event emitted after the ajax request completes (ajax buttons only).',
        minLength: 1,
      }),
    ),
    action: Type.Optional(
      describedWords(actionWords, {
        title: 'action',
        description: 'What a click does. Without, it only emits the event.',
      }),
    ),
    method: Type.Optional(
      Type.Enum(buttonMethods, {
        type: 'string',
        title: 'method',
        description:
          'Given when action is ajax, and only then. It must equal the method of the declared route.',
      }),
    ),
    label: Type.Optional(Type.String({ description: 'Text of the button.' })),
    tooltip: Type.Optional(Type.String({ description: 'Tooltip text. Row buttons only.' })),
    confirmation: Type.Optional(
      Type.Boolean({ description: 'Show a confirmation modal before acting.', default: false }),
    ),
    message: Type.Optional(
      Type.String({ description: "Modal message, used with confirmation. Default: 'Are you sure?'" }),
    ),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Added to route params when action is router. For action export, { "format": "csv" } requests a CSV file.',
      }),
    ),
    slot: Type.Optional(
      Type.String({ description: 'Name of the slot that is rendered in place of the button.', minLength: 1 }),
    ),
    selection: Type.Optional(
      Type.Boolean({
        description:
          'Act on the selected rows instead of the whole filtered result, by an action of the table or a route of the application. Global buttons of selectable tables only.',
        default: false,
      }),
    ),
  },
  { title: 'button', additionalProperties: false },
);

/** The simple buttons of the default configuration. `exportExcel` is an alias of `excel`. */
export const simpleButtonWords = {
  create: 'Global: opens the route create through the client router.',
  import: 'Global: opens the route import through the client router, for a file with records.',
  exportExcel: 'Global: exports the filtered and sorted rows.',
  excel: 'The same as exportExcel.',
  action: 'Global: applies the route action to every filtered row, after a confirmation (PATCH).',
  show: 'Row: opens the route show through the client router.',
  edit: 'Row: opens the route edit through the client router.',
  destroy: 'Row: deletes the record, after a confirmation (DELETE).',
  download: 'Row: a plain link to the route download.',
};
