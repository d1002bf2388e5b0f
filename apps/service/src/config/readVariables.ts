import { secretKeys } from './configSchema.ts';
import { type Variable, type VariableKind, variables } from './variables.ts';

export interface VariablesRead {
  /** Dotted key → value. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Dotted key → name of the variable that it came from. */
  readonly sources: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

/** Reads the service's environment variables. An empty one counts as absent. */
export function readVariables(environment: NodeJS.ProcessEnv): VariablesRead {
  const values = new Map<string, unknown>();
  const sources = new Map<string, string>();
  const faults: string[] = [];
  for (const variable of variables) {
    const name = isSet(environment, variable.name) ? variable.name : variable.alias;
    const text = name === undefined ? undefined : environment[name];
    if (name === undefined || text === undefined || text === '') continue;
    try {
      values.set(variable.key, conversions[variable.kind](text.trim()));
      sources.set(variable.key, name);
    } catch (error) {
      faults.push(`${name} is ${shown(variable, text)}, but must be ${(error as Error).message}.`);
    }
  }
  return { values, sources, faults };
}

function isSet(environment: NodeJS.ProcessEnv, name: string): boolean {
  return (environment[name] ?? '') !== '';
}

function shown(variable: Variable, text: string): string {
  return secretKeys.has(variable.key) ? 'set' : JSON.stringify(text);
}

const conversions: Record<VariableKind, (text: string) => unknown> = {
  text: (text) => text,
  number: toNumber,
  boolean: toBoolean,
  proxies: (text) => (/^\d+$/.test(text) ? Number(text) : toBoolean(text)),
  list: split,
  numbers: (text) => split(text).map(toNumber),
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error('JSON');
    }
  },
};

function toBoolean(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['false', '0', 'no', 'off'].includes(text.toLowerCase())) return false;
  throw new Error('true or false');
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function toNumber(text: string): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Error('a number');
  return number;
}
