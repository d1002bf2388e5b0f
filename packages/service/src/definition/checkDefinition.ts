import type { TableDefinition } from '@rowhouse/tables';
import { StartError } from '../base/errors.ts';
import { didYouMean } from '../kernel/config/checkWritten.ts';
import type { Module } from '../kernel/module/Module.ts';
import { scheduleFaults } from '../kernel/module/Schedule.ts';
import { fieldFaults } from '../modules/users/index.ts';

/** Names of the commands of no module, which modules may not use. */
const commandNames = [
  'serve',
  'work',
  'build',
  'migrate',
  'app:upgrade',
  'demo:seed',
  'databases:prepare',
  'tables:check',
  'tables:advise',
  'tables:make',
  'eject',
] as const;

export type CommandName = (typeof commandNames)[number];

/** The compiler requires every key here. */
const moduleKeys: Readonly<Record<keyof Module, true>> = {
  name: true,
  tables: true,
  requires: true,
  extend: true,
  enums: true,
  migrations: true,
  open: true,
  menu: true,
  notifications: true,
  permissions: true,
  config: true,
  pages: true,
  locales: true,
  hooks: true,
  routes: true,
  jobs: true,
  schedule: true,
  connections: true,
  lifecycle: true,
  commands: true,
  seed: true,
  background: true,
};

/**
 * Checks a service definition.
 *
 * @throws StartError with status 2 that lists unknown keys, invalid names, and names that two modules add.
 */
export function checkDefinition(
  definition: { readonly modules?: readonly Module[] },
  { keys, builtIn }: { readonly keys: Readonly<Record<string, true>>; readonly builtIn: readonly Module[] },
): void {
  const { modules: added = [] } = definition;
  const faults = [...unknownKeys('defineService', definition, keys)];
  if (!Array.isArray(added)) faults.push('The key "modules" of defineService must be a list of modules.');
  const isModule = (module: unknown): module is Module => typeof module === 'object' && module !== null;
  const objects: readonly Module[] = Array.isArray(added) ? added.filter(isModule) : [];
  if (Array.isArray(added) && objects.length < added.length) {
    faults.push('The list "modules" of defineService accepts modules only. Create each with defineModule.');
  }
  for (const module of objects) {
    faults.push(...unknownKeys(`the module ${JSON.stringify(module.name)}`, module, moduleKeys));
  }
  const modules: readonly Module[] = [...builtIn, ...objects];
  faults.push(...clashesOf(modules));
  refuse(faults);
}

type Owned = readonly [name: string, module: string];

/** @throws StartError with status 2 that lists the names that are added more than once, with their modules. */
export function refuseShared(what: string, names: readonly Owned[]): void {
  refuse(sharedNames(what, names));
}

/** @throws StartError with status 2 that lists the faults, if there are any. */
export function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new StartError(`The modules conflict:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`, {
    status: 2,
  });
}

function unknownKeys(owner: string, object: object, known: Readonly<Record<string, true>>): string[] {
  const names = Object.keys(known);

  return Object.keys(object)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => {
      const near = didYouMean(key, names);
      const remedy = near === undefined ? `Known are ${names.join(', ')}.` : `Did you mean "${near}"?`;

      return `${owner} has the unknown key "${key}". ${remedy}`;
    });
}

function clashesOf(modules: readonly Module[]): string[] {
  return [
    ...modules
      .filter(({ name }) => !/^[a-z][a-zA-Z0-9-]{0,49}$/.test(name))
      .map(
        ({ name }) =>
          `The module ${JSON.stringify(name)} needs a name of letters, digits and dashes that begins with a lower-case letter.`,
      ),
    ...clashes(modules, 'module', ({ name }) => [name]),
    ...clashes(modules, 'table', ({ tables = [] }) => tables.map(tableId)),
    ...clashes(modules, 'permission', ({ permissions = {} }) => Object.keys(permissions)),
    ...clashes(modules, 'notification type', (module) => Object.keys(module.notifications ?? {})),
    ...modules.flatMap(commandFaults),
    ...modules.flatMap(scheduleFaults),
    ...clashes(modules, 'command', ({ commands = {} }) => Object.keys(commands)),
    ...clashes(modules, 'enumeration', ({ enums = {} }) => Object.keys(enums)),
    ...fieldFaults(modules),
  ];
}

function clashes(
  modules: readonly Module[],
  what: string,
  namesOf: (module: Module) => readonly string[],
): string[] {
  return sharedNames(
    what,
    modules.flatMap((module) => namesOf(module).map((name) => [name, module.name] as const)),
  );
}

function sharedNames(what: string, names: readonly Owned[]): string[] {
  const owners = new Map<string, string[]>();
  for (const [name, module] of names) owners.set(name, [...(owners.get(name) ?? []), module]);

  return [...owners]
    .filter(([, all]) => all.length > 1)
    .map(
      ([name, all]) =>
        `The ${what} "${name}" is added by ${all.map((one) => `"${one}"`).join(' and ')}. Rename or remove one.`,
    );
}

function commandFaults({ name, commands = {} }: Module): string[] {
  return Object.keys(commands).flatMap((command) => {
    const given = `The command ${JSON.stringify(command)} of the module "${name}"`;
    if (!/^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*){0,2}$/.test(command)) {
      return [`${given} needs a name of lower-case words, such as "reindex" or "shop:reindex".`];
    }

    return commandNames.some((known) => known === command)
      ? [`${given} is one of the service itself. Rename it.`]
      : [];
  });
}

/** The id of a table: the `routePrefix` of its template. */
export function tableId({ template }: Pick<TableDefinition, 'template'>): string {
  return String((template as { readonly routePrefix?: unknown }).routePrefix);
}
