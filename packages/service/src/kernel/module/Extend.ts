import type { RecordField, TableDefinition } from '@rowhouse/tables';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';

/** What a module changes of other modules. Unknown names refuse the start. */
export interface Extend {
  /**
   * By id of a table of another module. A function returns the definition to use instead, with the same id; null removes the
   * table with its routes, permissions and menu entry. Functions of several modules run in the order of the modules.
   */
  readonly tables?: Readonly<Record<string, ((definition: TableDefinition) => TableDefinition) | null>>;
  /**
   * Fields that users get, by name: in the table and the form of users, in `User.fields`, and with `profile` in the profile.
   * Each is a column of the table `users` that a migration of the module adds; it is empty or has a default for users who are created
   * without it. Declare the type of its values by merging `UserFieldValues`.
   */
  readonly userFields?: Readonly<Record<string, UserField>>;
}

/** A field of `records`, of the table `users`. Its `permission` is also that of its column in the table. */
export interface UserField
  extends Omit<RecordField<Database, Readonly<Record<string, unknown>>, User>, 'id' | 'write'> {
  /** What users see of their own field in their profile, and may do with it. Defaults to nothing. */
  readonly profile?: 'shown' | 'editable';
}
