import { suggestWord } from '../format/suggestWord.ts';
import { checkSchema, schemaNode } from './checkSchema.ts';
import { inputSchema } from './inputSchema.ts';
import { showValue, type TemplateFault } from './TemplateFault.ts';

type Member = Readonly<Record<string, unknown>>;

/** All faults of the input of an action that can be found without the database. Accepts any value. */
export function inputFaults(input: unknown, path: string): TemplateFault[] {
  const shape = checkSchema(schemaNode(inputSchema), input).faults.map((fault) => ({
    ...fault,
    path: fault.path === '' ? path : `${path}.${fault.path}`,
  }));

  return shape.length > 0 ? shape : fieldFaults(input as Member, path);
}

/** The faults of an input with a valid structure. */
export function fieldFaults(input: Member, path: string): TemplateFault[] {
  const names = Object.keys(input);

  return Object.entries(input).flatMap(([name, options]): TemplateFault[] => {
    const at = `${path}.${name}`;
    if (!/^\w[\w-]*$/.test(name)) {
      return [
        {
          path: at,
          code: 'malformed',
          problem: `${showValue(name)} is not a name of a field.`,
          remedy: 'Use letters, digits, "_" and "-".',
        },
      ];
    }
    if (typeof options !== 'object' || options === null) {
      return options === true
        ? []
        : [
            {
              path: at,
              code: 'out_of_range',
              problem: `${showValue(options)} is not a field.`,
              remedy: 'Give options, or true for the column of that name.',
            },
          ];
    }

    return [...memberFaults(options as Member, at), ...whenFaults(options as Member, at, names)];
  });
}

function memberFaults({ type, column, enum: keys, default: given }: Member, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (type !== undefined && column !== undefined) {
    faults.push({
      path: `${path}.type`,
      code: 'conflict',
      problem: 'The field has a column and a type.',
      remedy: 'Keep the column, whose type it has, or the type of a field without a column.',
    });
  }
  if (type === 'enum' && keys === undefined) {
    faults.push({
      path: `${path}.enum`,
      code: 'missing',
      problem: 'The field has the type enum, but no enumeration.',
      remedy: 'Name it as "enum".',
    });
  }
  if (!isScalar(given ?? null)) {
    faults.push({
      path: `${path}.default`,
      code: 'wrong_type',
      problem: `${showValue(given)} is not a value.`,
      remedy: 'Give a text, a number, true, false or null.',
    });
  }

  return faults;
}

/** A field depends on other fields, and on their values. */
function whenFaults({ when }: Member, path: string, names: readonly string[]): TemplateFault[] {
  return Object.entries((when ?? {}) as Member).flatMap(([name, values]): TemplateFault[] => {
    const at = `${path}.when.${name}`;
    if (!names.includes(name)) return [unknownField(name, at, names)];

    return [values].flat().every(isScalar)
      ? []
      : [
          {
            path: at,
            code: 'wrong_type',
            problem: `${showValue(values)} is not a value.`,
            remedy: 'Give a text, a number, true, false, null, or a list of these.',
          },
        ];
  });
}

/** The fault of a name that no field of the input has. */
export function unknownField(name: string, path: string, names: readonly string[]): TemplateFault {
  const suggestion = suggestWord(name, names);
  const known = names.length === 0 ? 'Add the field to `input`.' : `Use one of: ${names.join(', ')}.`;

  return {
    path,
    code: 'unknown_name',
    problem: `No field of the input has the name ${showValue(name)}.`,
    remedy: suggestion === undefined ? known : `Write "${suggestion}".`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}
