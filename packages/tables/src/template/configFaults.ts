import { alignments, timeZoneName } from '@rowhouse/table-protocol/internal';
import { checkSchema, schemaNode } from './checkSchema.ts';
import type { TableConfig } from './TableConfig.ts';
import type { TemplateFault } from './TemplateFault.ts';
import { tableConfigSchema } from './tableConfigSchema.ts';

/** The faults of a complete configuration, each with its remedy. */
export function configFaults(config: TableConfig): readonly TemplateFault[] {
  const { faults } = checkSchema(schemaNode(tableConfigSchema), config);
  if (faults.length > 0) return faults;
  const { timeZone, style } = config;
  const aligned = style.default.filter((word) => alignments.some((alignment) => alignment === word));

  return [
    ...(aligned.length > 1
      ? [
          {
            path: 'style.default',
            code: 'conflict' as const,
            problem: `The alignments ${aligned.join(' and ')} exclude each other.`,
            remedy: 'Keep one of them.',
          },
        ]
      : []),
    ...(timeZoneName(timeZone) === null
      ? [
          {
            path: 'timeZone',
            code: 'unknown_name' as const,
            problem: `${JSON.stringify(timeZone)} is not a time zone.`,
            remedy: 'Give an IANA name such as Europe/Berlin.',
          },
        ]
      : []),
  ];
}
