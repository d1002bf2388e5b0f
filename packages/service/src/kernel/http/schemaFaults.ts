import type { FieldErrors } from '@rowhouse/problems';

/** A validation error of Ajv in verbose mode. */
export interface SchemaFault {
  readonly keyword: string;
  /** Such as `/selection/3`; that of the object for missing or unknown members. */
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly limit?: number;
    readonly type?: string | readonly string[];
    readonly allowedValues?: readonly unknown[];
    readonly i?: number;
    readonly j?: number;
  };
  readonly data?: unknown;
  readonly parentSchema?: { readonly description?: string; readonly properties?: object };
}

/** Limits the size of the response to a hostile request. */
const maxFaults = 100;
const maxFieldLength = 200;
const maxValueLength = 60;
const secretNames = /password|secret|token|key/i;

/** Field → faults. A fault continues a sentence that starts with the field: `must be a number`. */
export function schemaFaults(faults: readonly SchemaFault[]): FieldErrors {
  const fields = new Map<string, Set<string>>();
  for (const fault of faults.slice(0, maxFaults)) {
    const { missingProperty, additionalProperty } = fault.params ?? {};
    const member = missingProperty ?? additionalProperty;
    const path = [...fault.instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
    const field = path.join('.').slice(0, maxFieldLength) || 'body';
    const texts = fields.get(field) ?? new Set();
    fields.set(field, texts.add(describe(fault) + shown(field, fault)));
  }
  return Object.fromEntries([...fields].map(([field, texts]) => [field, [...texts]]));
}

function describe({ keyword, message, params = {}, data, parentSchema }: SchemaFault): string {
  const { limit = 0, allowedValues = [], type } = params;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {});
      return `is not known; remove it, or use one of ${known.join(', ')}`;
    }
    case 'minLength':
      return isBlank(data) ? 'is required' : `must have at least ${characters(limit)}`;
    case 'maxLength':
      return `must have at most ${characters(limit)}, and has ${String(data).length}`;
    case 'pattern':
      if (isBlank(data)) return 'is required';
      return parentSchema?.description ? `must be ${parentSchema.description}` : (message ?? '');
    case 'enum':
      return `must be one of ${allowedValues.join(', ')}`;
    case 'type':
      return `must be ${[type ?? 'another value'].flat().map(typeWords).join(' or ')}`;
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'minItems':
      return `must have at least ${entries(limit)}`;
    case 'maxItems':
      return `must have at most ${entries(limit)}, and has ${(data as unknown[]).length}`;
    default:
      return message ?? 'is not acceptable';
  }
}

/** The invalid value, if it is short and not secret. */
function shown(field: string, { keyword, data }: SchemaFault): string {
  const helps = ['pattern', 'enum', 'type', 'minimum', 'maximum'].includes(keyword);
  const isShort = ['string', 'number', 'boolean'].includes(typeof data) && !isBlank(data);
  if (!helps || !isShort || secretNames.test(field)) return '';
  const text = typeof data === 'number' ? String(data) : JSON.stringify(data);
  return `, not ${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}`;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function typeWords(type: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  };
  return words[type] ?? type;
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;
const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;
