import type { FieldErrors } from '@rowhouse/problems';

/** What the validator (Ajv, verbose) says about one value. */
export interface SchemaFault {
  readonly keyword: string;
  /** `/selection/3`; of the object for members that are missing or unknown. */
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

/** More are not listed, and longer names cut: an answer must not grow with a hostile request. */
const mostFaults = 100;
const longestField = 200;
const longestValue = 60;
const secretNames = /password|secret|token|key/i;

/** Every fault under its field, as the rest of a sentence that says what would be right: `must be a number`. */
export function schemaFaults(faults: readonly SchemaFault[]): FieldErrors {
  const fields = new Map<string, Set<string>>();
  for (const fault of faults.slice(0, mostFaults)) {
    const { missingProperty, additionalProperty } = fault.params ?? {};
    const member = missingProperty ?? additionalProperty;
    const path = [...fault.instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
    const field = path.join('.').slice(0, longestField) || 'body';
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

/** The value, where it helps to see it and is none to keep secret. */
function shown(field: string, { keyword, data }: SchemaFault): string {
  const helps = ['pattern', 'enum', 'type', 'minimum', 'maximum'].includes(keyword);
  const isShort = ['string', 'number', 'boolean'].includes(typeof data) && !isBlank(data);
  if (!helps || !isShort || secretNames.test(field)) return '';
  const text = typeof data === 'number' ? String(data) : JSON.stringify(data);
  return `, not ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
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
