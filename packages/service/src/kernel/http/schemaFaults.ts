import { say, type Text } from '@rowhouse/problems';
import { describeSchemaFault, type FieldTexts, isBlank, type SchemaFault } from '@rowhouse/problems/internal';

/** A validation error of Ajv in verbose mode. */
export interface AjvFault extends SchemaFault {
  /** Such as `/selection/3`; that of the object for missing or unknown members. */
  readonly instancePath: string;
  readonly params?: SchemaFault['params'] & {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
  };
  readonly parentSchema?: { readonly description?: string; readonly properties?: object };
}

/** Limits the size of the response to a hostile request. */
const maxFaults = 100;
const maxFieldLength = 200;
const maxValueLength = 60;
const secretNames = /password|secret|token|key/i;

/** Field → faults. A fault continues a sentence that starts with the field: `must be a number`. */
export function schemaFaults(faults: readonly AjvFault[]): FieldTexts {
  const fields = new Map<string, Map<string, Text>>();
  for (const fault of faults.slice(0, maxFaults)) {
    const { missingProperty, additionalProperty } = fault.params ?? {};
    const member = missingProperty ?? additionalProperty;
    const path = [...fault.instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
    const field = path.join('.').slice(0, maxFieldLength) || 'body';
    const texts = fields.get(field) ?? new Map<string, Text>();
    const text = withValue(describe(fault), shown(field, fault));
    fields.set(field, texts.set(String(text), text));
  }
  return Object.fromEntries([...fields].map(([field, texts]) => [field, [...texts.values()]]));
}

function describe(fault: AjvFault): Text {
  if (fault.keyword !== 'additionalProperties') return describeSchemaFault(fault);
  const known = Object.keys(fault.parentSchema?.properties ?? {});

  return say`is not known; remove it, or use one of ${known.join(', ')}`;
}

function withValue(fault: Text, value: string | null): Text {
  return value === null ? fault : say`${fault}, not ${value}`;
}

/** The invalid value, if it is short and not secret. */
function shown(field: string, { keyword, data }: AjvFault): string | null {
  const helps = ['pattern', 'enum', 'type', 'minimum', 'maximum'].includes(keyword);
  const isShort = ['string', 'number', 'boolean'].includes(typeof data) && !isBlank(data);
  if (!helps || !isShort || secretNames.test(field)) return null;
  const text = typeof data === 'number' ? String(data) : JSON.stringify(data);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
