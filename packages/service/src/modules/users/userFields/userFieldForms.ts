import type { FieldTexts } from '@rowhouse/problems/internal';
import type { FieldUse, Tables, WritableFields } from '@rowhouse/tables';
import { TableError } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { AddedFields } from '../messages.ts';
import type { SentFields } from './addedValues.ts';
import type { DeclaredField } from './declaredFields.ts';

/** The form: that of administrators has all fields, a profile those that the module puts there. */
export type FieldsForm = 'user' | 'profile';

export interface UserFieldForms {
  /** Whether the form has fields, for some users. */
  has(form: FieldsForm): boolean;
  /** The fields that the caller has, with the values of a user, or the defaults of a new one for null; null for none. */
  read(form: FieldsForm, user: number | null, caller: User): Promise<AddedFields | null>;
  /**
   * Checks what a client sends. The faults are by the path of the body.
   *
   * @throws ServiceError `service.invalid_request`
   */
  parse(
    form: FieldsForm,
    sent: SentFields | undefined,
    options: { readonly caller: User; readonly isNew: boolean },
  ): Promise<WritableFields | null>;
  /** The error of a transaction that wrote the fields, with the faults of those that the database refused. */
  refusal(fields: WritableFields | null, error: unknown, user: number | null): Promise<unknown>;
}

/** The fields that modules add to users, as fields of the records of the users table: with its types, rules and permissions. */
export function userFieldForms(
  app: Pick<FastifyInstance, 'tablesById'>,
  declared: readonly DeclaredField[],
): UserFieldForms {
  const tables = (): Tables => {
    const found = app.tablesById.get('users');
    if (found === undefined) throw new Error('The table "users" is not served.');

    return found;
  };
  const profile = new Map<string, FieldUse>(
    declared.map(({ name, options }) => [name, options.profile ?? 'hidden']),
  );
  const used: Readonly<Record<FieldsForm, (name: string) => FieldUse>> = {
    user: () => 'editable',
    profile: (name) => profile.get(name) ?? 'hidden',
  };
  const has = (form: FieldsForm) => declared.some(({ name }) => used[form](name) !== 'hidden');

  return {
    has,
    async read(form, user, caller) {
      if (!has(form)) return null;
      const { timeZone, language: locale } = caller;
      const row = user === null ? null : String(user);
      const { fields, values } = await tables().fields.form('users', row, caller, {
        ...{ timeZone, locale, use: used[form] },
      });

      return fields.length === 0 ? null : { fields, values };
    },
    async parse(form, sent, { caller, isNew }) {
      if (!has(form) || (sent === undefined && !isNew)) return null;
      const { timeZone } = caller;
      try {
        return await tables().fields.parse('users', sent ?? {}, caller, { timeZone, isNew, use: used[form] });
      } catch (error) {
        throw ofBody(error);
      }
    },
    async refusal(fields, error, user) {
      return ofBody(
        fields === null ? error : await fields.refusal(error, user === null ? null : String(user)),
      );
    },
  };
}

/** The faults of fields under their paths in the body. */
function ofBody(error: unknown): unknown {
  if (!(error instanceof TableError) || error.code !== 'tables.invalid_request') return error;
  const faults: FieldTexts = error.fieldTexts ?? {};

  return invalidRequest(
    Object.fromEntries(
      Object.entries(faults).map(([path, texts]) => [path.replace(/^values\b/, 'userFields'), texts]),
    ),
  );
}
