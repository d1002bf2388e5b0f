import { suggestWord } from '../format/suggestWord.ts';
import { updateSchema } from './actionSchema.ts';
import { checkSchema, schemaNode } from './checkSchema.ts';
import { unknownField } from './inputFaults.ts';
import { showValue, type TemplateFault } from './TemplateFault.ts';

/** Placeholder for the value of a column in the message of a refusal. */
export const placeholder = /\{([^{}]+)\}/g;

type Member = Readonly<Record<string, unknown>>;

/** What an update refers to. */
export interface UpdateNames {
  /** Names of the template's columns. */
  readonly columns: readonly string[];
  /** Names of the fields of the action's input. */
  readonly input: readonly string[];
}

/**
 * All faults of an update that can be found without the database: its structure, its values, and the columns in its
 * messages. Accepts any value and any template. `input` has the names of the fields of the action's input.
 */
export function updateFaults(
  update: unknown,
  path: string,
  template: unknown,
  input: readonly string[] = [],
): TemplateFault[] {
  const shape = checkSchema(schemaNode(updateSchema), update).faults.map((fault) => ({
    ...fault,
    path: fault.path === '' ? path : `${path}.${fault.path}`,
  }));

  return shape.length > 0
    ? shape
    : valueFaults(update as Member, path, { columns: columnNames(template), input });
}

/** The faults of an update with a valid structure. */
export function valueFaults(update: Member, path: string, { columns, input }: UpdateNames): TemplateFault[] {
  const { set, refuse = [], skip } = update as { set: Member; refuse?: readonly Refusal[]; skip?: Member };
  const nothing =
    Object.keys(set).length === 0 ? [empty(`${path}.set`, 'Name the columns that are set.')] : [];

  return [
    ...nothing,
    ...Object.entries(set).flatMap(([name, value]) => setFaults(value, `${path}.set.${name}`, input)),
    ...refuse.flatMap(({ when, message }, index) => [
      ...conditionFaults(when, `${path}.refuse[${index}].when`),
      ...messageFaults(message, `${path}.refuse[${index}].message`, columns),
    ]),
    ...(skip === undefined ? [] : conditionFaults(skip, `${path}.skip`)),
  ];
}

interface Refusal {
  readonly when: Member;
  readonly message: string;
}

function setFaults(value: unknown, path: string, input: readonly string[]): TemplateFault[] {
  if (isScalar(value)) return [];
  const field = fieldOf(value);
  if (field !== null) return input.includes(field) ? [] : [unknownField(field, path, input)];
  const [name, ...others] = Object.keys(Object(value));
  const given = (value as Member | undefined)?.[name ?? ''];
  const isNow = name === 'now' && given === true;
  const isIfEmpty = name === 'ifEmpty' && given !== null && (isScalar(given) || isNowObject(given));
  if (others.length === 0 && (isNow || isIfEmpty)) return [];
  if (others.length === 0 && name === 'ifEmpty' && fieldOf(given) !== null) {
    return setFaults(given, path, input);
  }

  return [
    {
      path,
      code: 'malformed',
      problem: `${showValue(value)} is not a value that a column can be set to.`,
      remedy:
        'Give a text, a number, true, false, null, { "now": true }, { "input": "field" }, or { "ifEmpty": … } with one of these.',
    },
  ];
}

/** The name of the field in `{ "input": … }`; null for anything else. */
function fieldOf(value: unknown): string | null {
  const { input, ...others } = Object(value) as Member;

  return typeof input === 'string' && Object.keys(others).length === 0 ? input : null;
}

function isNowObject(value: unknown): boolean {
  const { now, ...others } = Object(value) as Member;

  return now === true && Object.keys(others).length === 0;
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function conditionFaults(when: Member, path: string): TemplateFault[] {
  const columns = Object.entries(when);
  if (columns.length === 0) return [empty(path, 'Name the columns that are compared.')];

  return columns.flatMap(([name, match]): TemplateFault[] => {
    const isNot = typeof match === 'object' && match !== null && Object.keys(match).join() === 'not';
    const values = [isNot ? (match as Member).not : match].flat();

    return values.length > 0 && values.every(isScalar)
      ? []
      : [
          {
            path: `${path}.${name}`,
            code: 'malformed',
            problem: `${showValue(match)} is not a value that a column can be compared with.`,
            remedy:
              'Give a text, a number, true, false, null, a list of these, or { "not": … } with one of these.',
          },
        ];
  });
}

function messageFaults(message: string, path: string, columns: readonly string[]): TemplateFault[] {
  const named = [...message.matchAll(placeholder)].flatMap(([, name]) => name ?? []);

  return named
    .filter((name) => !columns.includes(name))
    .map((name) => {
      const suggestion = suggestWord(name, columns);

      return {
        path,
        code: 'unknown_name',
        problem: `The message names the column ${JSON.stringify(name)}, but no column of the template has that name.`,
        remedy: suggestion === undefined ? `Use one of: ${columns.join(', ')}.` : `Write "{${suggestion}}".`,
        ...(suggestion !== undefined && { suggestion }),
      };
    });
}

function empty(path: string, remedy: string): TemplateFault {
  return { path, code: 'out_of_range', problem: 'No column is named.', remedy };
}

function columnNames(template: unknown): string[] {
  const { columns } = (template ?? {}) as { columns?: unknown };

  return (Array.isArray(columns) ? columns : []).flatMap((column: unknown) => {
    const { name } = (column ?? {}) as { name?: unknown };

    return typeof name === 'string' ? name : [];
  });
}
