import type { Avatars } from '@rowhouse/avatars';
import { say, type Text } from '@rowhouse/problems';
import { timeZoneName } from '@rowhouse/table-protocol/internal';
import { configInLocale } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import { invalidRequest } from '../../base/errors.ts';
import { browserTimeZone, chooseLanguage, timeZoneOf } from '../../kernel/access/locale.ts';
import type { User, UserDirectory } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { changesOf, type HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { avatarOf, sendChangedAvatarJob } from '../avatars/index.ts';
import { type AddedFields, addedFields, type Me, me, type ProfileChange, profileChange } from './messages.ts';
import { findUser } from './updateUser.ts';
import { type WithAddedValues, withAddedValues } from './userFields/addedValues.ts';
import type { DeclaredField } from './userFields/declaredFields.ts';
import { type UserFieldForms, userFieldForms } from './userFields/userFieldForms.ts';
import { checkLanguage } from './userRules.ts';

export interface CoreRoutesOptions {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'language' | 'languages' | 'tables'>;
  readonly users: UserDirectory;
  readonly avatars: Avatars;
  readonly jobs: Jobs;
  readonly hooks: HookCalls;
  /** Fields that modules add to users. */
  readonly fields: readonly DeclaredField[];
}

/** The signed-in user. */
export const coreRoutes = fastifyPlugin<CoreRoutesOptions>(
  async (app, { db, users, avatars, jobs, hooks, config, fields }) => {
    const { languages, language: byDefault, tables } = config;
    const forms = userFieldForms(app, fields);
    const hasFields = forms.has('profile');
    const formatsOf = ({ language }: User) => {
      const { dateFormat: date, datetimeFormat: datetime } = configInLocale(tables, language);

      return { date, datetime };
    };
    const present = async (user: User) => ({
      user: { ...user, avatar: await avatarOf(avatars, user.id) },
      // An impersonator lacks the permissions that only the users themselves have.
      permissions: [...user.permissions].filter((name) => app.mayCall(user, name)).sort(),
      languages,
      ...(hasFields && { hasFields: true as const }),
      formats: formatsOf(user),
    });

    /** For mails and exports, which are written without a browser. */
    async function keepBrowserZone({ id, isImpersonated }: User, zone: string | null): Promise<void> {
      const known = isImpersonated ? null : await users.find(id);
      if (zone === null || known === null || known.browserTimeZone === zone) return;
      await db.updateTable('users').set({ browser_time_zone: zone }).where('id', '=', id).execute();
      users.forget();
    }

    app.get<{ Reply: Me }>(
      '/api/core/me',
      {
        config: { name: 'core.me', access: 'signed-in' },
        schema: {
          tags: ['core'],
          summary: 'The signed-in user and the names of the routes that this user may call.',
          response: { 200: me },
        },
      },
      async ({ user, headers }) => {
        await keepBrowserZone(user as User, browserTimeZone(headers.cookie));

        return present(user as User);
      },
    );

    app.patch<{ Body: ProfileChange; Reply: Me }>(
      '/api/core/me',
      {
        config: { name: 'core.me.update', access: 'signed-in', refusesImpersonator: true },
        schema: {
          tags: ['core'],
          summary: "Change the signed-in user's own name, language and time zone.",
          description: 'Omitted fields stay unchanged. POST /api/auth/change-password changes the password.',
          body: withAddedValues(profileChange, hasFields),
          response: { 200: me },
        },
      },
      async (request) => {
        const user = request.user as User;
        const { language } = request.body;
        const name = await saveProfile({ db, jobs, hooks, languages, forms }, user, request.body);
        users.forget();
        const known = await users.find(user.id);
        const zones = { timeZone: null, browserTimeZone: known?.browserTimeZone ?? null, ...known };
        return present({
          ...user,
          name,
          language:
            language === undefined
              ? user.language
              : chooseLanguage(languages, byDefault, language, request.headers['accept-language']),
          timeZone: timeZoneOf(zones, tables.timeZone, browserTimeZone(request.headers.cookie)),
          ownTimeZone: zones.timeZone,
        });
      },
    );

    if (hasFields) profileFieldsRoute(app, forms);
  },
  { name: 'core-routes', dependencies: ['guard'] },
);

/** Only with fields: the profile then requests them. */
function profileFieldsRoute(app: FastifyInstance, forms: UserFieldForms): void {
  app.get<{ Reply: AddedFields }>(
    '/api/core/me/fields',
    {
      config: { name: 'core.me.fields', access: 'signed-in' },
      schema: {
        tags: ['core'],
        summary: 'The fields of the profile that modules add, with their values.',
        response: { 200: addedFields },
      },
    },
    async ({ user }) => {
      const caller = user as User;

      return (await forms.read('profile', caller.id, caller)) ?? { fields: [], values: {} };
    },
  );
}

/** Validates and stores changes that users make to their own account. Returns the name. */
async function saveProfile(
  {
    db,
    jobs,
    hooks,
    languages,
    forms,
  }: Pick<CoreRoutesOptions, 'db' | 'jobs' | 'hooks'> &
    Pick<Config, 'languages'> & { readonly forms: UserFieldForms },
  user: User,
  profile: ProfileChange & WithAddedValues,
): Promise<string> {
  const { language, userFields } = profile;
  const given = profile.name?.trim();
  const faults: Record<string, Text[]> = {};
  checkLanguage(language, user.language, languages, faults);
  const timeZone = checkTimeZone(profile.timeZone, faults);
  if (Object.keys(faults).length > 0) throw invalidRequest(faults);
  const fields = await forms.parse('profile', userFields, { caller: user, isNew: false });
  const saved = hooks.changing(db, user, async (transaction, tell) => {
    const before = await findUser(transaction, user.id, { lock: true });
    // The request's user may be some seconds old.
    const next = given ?? before.name;
    await transaction
      .updateTable('users')
      .set({
        name: next,
        ...(language !== undefined && { language }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
        updated_at: sql`now()`,
      })
      .where('id', '=', user.id)
      .execute();
    const added = await fields?.write(transaction, `${user.id}`);
    const changes = {
      ...added,
      ...changesOf(
        { name: before.name, language: before.language },
        { name: next, language: language ?? before.language },
      ),
      ...(timeZone !== undefined && changesOf({ timeZone: user.ownTimeZone }, { timeZone })),
    };
    await tell({ kind: 'users', id: user.id, action: 'updated', changes });
    const changed = { name: next !== before.name, email: false };
    await sendChangedAvatarJob(jobs, user.id, changed, transaction);

    return next;
  });

  return saved.catch(async (error: unknown) => {
    throw await forms.refusal(fields, error, user.id);
  });
}

/** The name in its canonical case; undefined if it stays unchanged or is invalid. */
function checkTimeZone(
  given: string | null | undefined,
  faults: Record<string, Text[]>,
): string | null | undefined {
  if (given === undefined || given === null) return given;
  const name = timeZoneName(given);
  if (name !== null) return name;
  faults.timeZone = [
    say`must be an IANA name such as Europe/Berlin, or null, not ${JSON.stringify(given.slice(0, 100))}`,
  ];

  return undefined;
}
