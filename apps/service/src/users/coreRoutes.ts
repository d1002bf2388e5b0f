import type { Avatars } from '@rowhouse/avatars';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import type { User } from '../access/User.ts';
import type { UserDirectory } from '../access/userDirectory.ts';
import { sendChangedAvatarJob } from '../avatars/avatarJob.ts';
import { avatarOf, avatarSchema } from '../avatars/avatarOf.ts';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import { invalidRequest } from '../http/invalidRequest.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import { findUser } from './updateUser.ts';
import { languageSchema, nameSchema, type UserFields } from './userForm.ts';
import { checkLanguage } from './userRules.ts';

export interface CoreRoutesOptions extends Pick<Config, 'language' | 'languages'> {
  readonly db: Kysely<Database>;
  readonly directory: UserDirectory;
  readonly avatars: Avatars;
  readonly jobs: Jobs;
}

export const roleSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  label: Type.String(),
  isAdministrator: Type.Boolean(),
  isSuperior: Type.Boolean(),
});

/** A user as endpoints answer it. */
const userSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: roleSchema,
  language: Type.String(),
  isActive: Type.Boolean(),
  isImpersonated: Type.Boolean(),
  impersonatedBy: Type.Union([Type.Integer(), Type.Null()]),
  avatar: avatarSchema,
});

const me = Type.Object({
  user: userSchema,
  permissions: Type.Array(Type.String()),
  languages: Type.Array(Type.String(), { description: 'Languages that users may choose.' }),
});

type Profile = Partial<Pick<UserFields, 'name' | 'language'>>;

/** Who is signed in. */
export const coreRoutes = fastifyPlugin<CoreRoutesOptions>(
  async (app, { db, directory, avatars, jobs, languages, language: byDefault }) => {
    const answer = async (user: User) => ({
      user: { ...user, avatar: await avatarOf(avatars, user.id) },
      permissions: [...user.permissions].sort(),
      languages,
    });

    app.get(
      '/api/core/me',
      {
        config: { name: 'core.me', access: 'signed-in' },
        schema: {
          tags: ['core'],
          summary: 'The signed-in user and the names of the routes that this user may call.',
          response: { 200: me },
        },
      },
      async ({ user }) => answer(user as User),
    );

    app.patch<{ Body: Profile }>(
      '/api/core/me',
      {
        config: { name: 'core.me.update', access: 'signed-in', refusesImpersonator: true },
        schema: {
          tags: ['core'],
          summary: "Change the signed-in user's own name and language.",
          description: 'What is left out stays. The password is changed by POST /api/auth/change-password.',
          body: Type.Partial(Type.Object({ name: nameSchema, language: languageSchema }), {
            additionalProperties: false,
          }),
          response: { 200: me },
        },
      },
      async (request) => {
        const user = request.user as User;
        const { language } = request.body;
        const given = request.body.name?.trim();
        const faults: Record<string, string[]> = {};
        checkLanguage(language, user.language, languages, faults);
        if (faults.language) throw invalidRequest(faults);
        const name = await db.transaction().execute(async (transaction) => {
          const present = await findUser(transaction, user.id, { lock: true });
          // Not the name of the request's user, which may be some seconds old.
          const next = given ?? present.name;
          await transaction
            .updateTable('users')
            .set({ name: next, ...(language !== undefined && { language }), updated_at: sql`now()` })
            .where('id', '=', user.id)
            .execute();
          const changed = { name: next !== present.name, email: false };
          await sendChangedAvatarJob(jobs, user.id, changed, transaction);

          return next;
        });
        directory.forget();
        return answer({
          ...user,
          name,
          language: language === undefined ? user.language : (language ?? byDefault),
        });
      },
    );
  },
  { name: 'core-routes', dependencies: ['guard'] },
);
