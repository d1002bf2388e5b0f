import type { UserField } from '../../../kernel/module/Extend.ts';
import type { Module } from '../../../kernel/module/Module.ts';
import usersTemplate from '../table/users.json' with { type: 'json' };
import type { UsersTable } from '../userTables.ts';

/** A field that a module adds to users. */
export interface DeclaredField {
  readonly name: string;
  /** Name of the module. */
  readonly module: string;
  /** Of the table `users`. */
  readonly column: string;
  readonly options: UserField;
}

/** The fields that modules add to users, in the order of the modules. */
export function declaredFields(modules: readonly Module[]): readonly DeclaredField[] {
  return modules.flatMap(({ name: module, extend }) =>
    Object.entries(extend?.userFields ?? {}).map(([name, options]) => ({
      ...{ name, module, options },
      column: (options.column ?? `users.${name}`).replace(/^users\./, ''),
    })),
  );
}

/** The compiler requires every column here. */
const builtInColumns: Readonly<Record<keyof UsersTable, true>> = {
  ...{ id: true, name: true, email: true, email_verified: true, image: true, role_id: true, is_active: true },
  ...{ language: true, time_zone: true, browser_time_zone: true, invited_at: true },
  ...{ created_at: true, updated_at: true },
  ...{ auth_role: true, banned: true, ban_reason: true, ban_expires: true },
};

/** What users, their forms and the rows of their table have already. */
const builtInNames: ReadonlySet<string> = new Set([
  ...Object.keys(builtInColumns),
  ...usersTemplate.columns.map(({ name }) => name),
  ...usersTemplate.strip,
  ...['dtRowId', 'roleId', 'isActive', 'timeZone', 'password', 'invite', 'permissions', 'fields', 'avatar'],
]);

/**
 * Faults of the fields that modules add to users: invalid names and columns, those that users have already, those that two modules
 * add, and a module that removes the table of users.
 */
export function fieldFaults(modules: readonly Module[]): string[] {
  const fields = declaredFields(modules);

  return [
    ...fields.flatMap(faultsOf),
    ...removals(modules, fields),
    ...sharedBy(fields, 'user field', ({ name }) => name),
    ...sharedBy(fields, 'column of users', ({ column }) => column),
  ];
}

function faultsOf({ name, module, column, options }: DeclaredField): string[] {
  const given = `The user field ${JSON.stringify(name)} of the module "${module}"`;
  if (!/^[a-z][A-Za-z0-9_]{0,49}$/.test(name)) {
    return [`${given} needs a name of letters, digits and underscores that begins with a lower-case letter.`];
  }
  if (builtInNames.has(name)) {
    return [`${given} has a name that users of the module "users" have already. Rename it.`];
  }
  if (Object.hasOwn(builtInColumns, column)) {
    return [
      `${given} writes the column "${column}", which the module "users" has already. Add a column by a migration.`,
    ];
  }
  if (options.column !== undefined && !/^users\.[^.]+$/.test(options.column)) {
    return [
      `${given} has the column ${JSON.stringify(options.column)}. Name one of the table users, such as "users.${name}".`,
    ];
  }

  return [];
}

/** Forms read the fields through the table. */
function removals(modules: readonly Module[], [first]: readonly DeclaredField[]): string[] {
  if (first === undefined) return [];

  return modules
    .filter(({ extend }) => extend?.tables?.users === null)
    .map(
      ({ name }) =>
        `The module "${name}" removes the table "users", to which the module "${first.module}" adds the field "${first.name}". ` +
        'Hide the table from the menu instead, or remove the field.',
    );
}

function sharedBy(
  fields: readonly DeclaredField[],
  what: string,
  keyOf: (field: DeclaredField) => string,
): string[] {
  return [...Map.groupBy(fields, keyOf)]
    .filter(([, added]) => added.length > 1)
    .map(([key, added]) => {
      const modules = added.map(({ module }) => `"${module}"`).join(' and ');

      return `The ${what} "${key}" is added by ${modules}. Rename or remove one.`;
    });
}
