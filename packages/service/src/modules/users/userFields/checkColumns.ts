import { type Kysely, sql } from 'kysely';
import { StartError } from '../../../base/errors.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { DeclaredField } from './declaredFields.ts';

/**
 * Checks that every field has its column, and that users can be created without it, as commands and sign-ups do.
 *
 * @throws StartError with all faults.
 */
export async function checkColumns(db: Kysely<Database>, fields: readonly DeclaredField[]): Promise<void> {
  if (fields.length === 0) return;
  const { rows } = await sql<{ name: string; needs_value: boolean }>`
    select attname as name, attnotnull and not atthasdef as needs_value
    from pg_attribute where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`.execute(db);
  const columns = new Map(rows.map(({ name, needs_value: needsValue }) => [name, needsValue]));
  const faults = fields.flatMap(({ name, module, column }) => {
    const given = `The user field "${name}" of the module "${module}"`;
    const needsValue = columns.get(column);
    if (needsValue === undefined) {
      return `${given} needs the column "${column}" of the table users. Add it by a migration of the module.`;
    }

    return needsValue
      ? `${given} has the column "${column}", which is never empty and has no default. Give it one, or let it be empty: users are also created without it.`
      : [];
  });
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}
