import { createService } from '../../packages/service/src/definition/createService.ts';
import { notification } from '../../packages/service/src/modules/notifications/messages.ts';
import { cell, code, markdownTable, replaceSections } from './markdown.ts';

/** docs/reference/events.md: what notifications are made of, and which there are. */
export function eventsReference(current: string): string {
  const sections = { 'notification-fields': fieldTable(), 'notification-types': typeTable() };

  return replaceSections(current, sections, 'docs/reference/events.md');
}

interface FieldSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly anyOf?: readonly FieldSchema[];
}

function fieldTable(): string {
  const { properties = {} } = JSON.parse(JSON.stringify(notification)) as FieldSchema;
  const rows = Object.entries(properties).map(([name, schema]) =>
    [code(name), typeText(schema), schema.description ?? ''].map(cell),
  );

  return markdownTable(['Field', 'Type', 'Meaning'], rows);
}

function typeText({ anyOf, type, format, enum: words, properties }: FieldSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ');
  if (words !== undefined) return words.map(code).join(', ');
  if (properties === undefined) return format ?? type ?? 'anything';
  const members = Object.entries(properties).map(([name, schema]) => `${code(name)}: ${typeText(schema)}`);

  return `object (${members.join('; ')})`;
}

function typeTable(): string {
  const rows = Object.entries(createService().notificationTypes).map(
    ([type, { label, mandatory = [], administratorsOnly }]) =>
      [
        code(type),
        label,
        mandatory.map(code).join(', '),
        administratorsOnly ? 'administrators' : 'its owner',
      ].map(cell),
  );

  return markdownTable(['Type', 'When', 'Always by', 'Recipient'], rows);
}
