import type { Avatars } from '@rowhouse/avatars';
import { type EnglishText, say } from '@rowhouse/problems';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import { invalidRequest } from '../../base/errors.ts';
import { hasAuthorityOver, type User } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import { avatarOf } from '../avatars/index.ts';
import { type AccountDependencies, insertUser } from './createUser.ts';
import { normalEmail } from './email.ts';
import {
  createForm,
  done,
  editForm,
  idSchema,
  type NewUser,
  newUser,
  type UserChanges,
  type UserFields,
  type UserForm,
  type UserFormChoices,
  userChanges,
  userStored,
} from './messages.ts';
import { sendsMail } from './password/accountMailJob.ts';
import { checkInvites, createInvitations, findInvitation, sendAgain } from './password/invitations.ts';
import { invitationPermission } from './password/passwordLinks.ts';
import { loadRoles, type RoleWithPermissions } from './roles.ts';
import { findUser, roleDeleted, roleOf, updateUser } from './updateUser.ts';
import { type WithAddedValues, withAddedValues } from './userFields/addedValues.ts';
import type { DeclaredField } from './userFields/declaredFields.ts';
import { type UserFieldForms, userFieldForms } from './userFields/userFieldForms.ts';
import { checkFields, checkManaged, checkRoleGiven, takenFault } from './userRules.ts';

export interface UserRoutesOptions extends AccountDependencies {
  readonly hooks: HookCalls;
  readonly avatars: Avatars;
  /** Makes changes of users and API keys visible to the next request. */
  readonly forgetAccess: () => void;
  readonly config: Pick<Config, 'languages' | 'mail' | 'tables'>;
  /** Fields that modules add to users. */
  readonly fields: readonly DeclaredField[];
}

const params = Type.Object({ user: idSchema });
const tags = ['users'];

/** Creating and changing users. Their list is a table (table/users.ts). */
export const userRoutes = fastifyPlugin<UserRoutesOptions>(
  async (app, options) => {
    const { db, auth, jobs, hooks, avatars, forgetAccess, config } = options;
    const { languages } = config;
    const invitations = createInvitations(jobs, config);
    const choices = { languages, sendsMail: sendsMail(config) };
    const forms = userFieldForms(app, options.fields);
    const hasFields = forms.has('user');
    addFormRoutes(app, { db, avatars, choices, forms });

    app.post<{ Body: NewUser & WithAddedValues }>(
      '/api/users',
      {
        config: { name: 'users.store', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Create a user.',
          description:
            "The role must not have more permissions than the caller's. `invite` requires the permission `users.invite` and a mail server.",
          body: withAddedValues(newUser, hasFields),
          response: { 201: userStored },
        },
      },
      async (request, reply) => {
        const { invite = false } = request.body;
        const { id, fields } = await createUser({ ...options, forms }, invitations, {
          given: request.body,
          caller: request.user as User,
        });
        request.log.info({ created: id, invited: invite }, 'User created');
        const message = invite
          ? say`${fields.name} is invited by e-mail.`
          : fields.isActive
            ? say`${fields.name} can sign in now.`
            : say`${fields.name} was created, and cannot sign in until activated.`;
        return reply
          .code(201)
          .send({ message: request.inLanguage(message), user: { id, ...fields, avatar: null } });
      },
    );

    app.post<{ Params: { user: number } }>(
      '/api/users/:user/invitation',
      {
        config: { name: invitationPermission, refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Send an invitation again.',
          description:
            'For a user without a password. The link is valid for 30 minutes and one use, and invalidates earlier links.',
          params,
          response: { 200: done },
        },
      },
      async (request) => {
        const user = await sendAgain(
          { db, invitations, config },
          { caller: request.user as User, id: request.params.user },
        );
        request.log.info({ invited: user.id }, 'User invited again');
        return { message: request.inLanguage(say`An invitation is being sent to ${user.email}.`) };
      },
    );

    app.patch<{ Params: { user: number }; Body: UserChanges & WithAddedValues }>(
      '/api/users/:user',
      {
        config: { name: 'users.update', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Change a user.',
          description:
            'Omitted fields stay unchanged. A new password and a deactivation end the sessions of the user; a new password ' +
            'deletes the API keys, too.',
          params,
          body: withAddedValues(userChanges, hasFields),
          response: { 200: userStored },
        },
      },
      async (request) => {
        const { userFields, ...given } = request.body;
        const changes = normalized(given);
        const caller = request.user as User;
        const { user: id } = request.params;
        const fields = await forms.parse('user', userFields, { caller, isNew: false });
        const user = await updateUser(
          { db, auth, jobs, hooks },
          { caller, id, changes, languages, fields },
        ).catch(async (error: unknown) => {
          throw await forms.refusal(fields, error, id);
        });
        forgetAccess();
        request.log.info({ updated: user.id, fields: Object.keys(request.body) }, 'User changed');
        const avatar = await avatarOf(avatars, user.id);
        return { message: request.inLanguage(say`${user.name} was saved.`), user: { ...user, avatar } };
      },
    );
  },
  { name: 'user-routes', dependencies: ['guard'] },
);

interface FormDependencies extends Pick<UserRoutesOptions, 'db' | 'avatars'> {
  readonly forms: UserFieldForms;
  /** Options of the form that do not depend on the caller. */
  readonly choices: { readonly languages: readonly string[]; readonly sendsMail: boolean };
}

/** Options shared by the forms of a new and of an existing user. */
function addFormRoutes(app: FastifyInstance, { db, avatars, choices, forms }: FormDependencies): void {
  app.get<{ Reply: UserFormChoices }>(
    '/api/users/create',
    {
      config: { name: 'users.create', submitsTo: 'users.store' },
      schema: { tags, summary: 'The options for a new user.', response: { 200: createForm } },
    },
    async (request) => {
      const caller = request.user as User;
      const roles = await loadRoles(db);
      const userFields = await forms.read('user', null, caller);
      return {
        roles: roles.filter((role) => hasAuthorityOver(caller, role)),
        ...choices,
        ...(userFields && { userFields }),
      };
    },
  );

  app.get<{ Params: { user: number }; Reply: UserForm }>(
    '/api/users/:user/edit',
    {
      config: { name: 'users.edit', submitsTo: 'users.update' },
      schema: {
        tags,
        summary: 'A user, and the fields that the caller may change.',
        params,
        response: { 200: editForm },
      },
    },
    async (request) => {
      const caller = request.user as User;
      const [user, roles] = await Promise.all([findUser(db, request.params.user), loadRoles(db)]);
      checkManaged(caller, user, roleOf(roles, user.roleId));
      const mayHave = (role: RoleWithPermissions) =>
        user.id === caller.id ? role.id === user.roleId : hasAuthorityOver(caller, role);
      const avatar = await avatarOf(avatars, user.id);
      const invitation = await findInvitation(db, user.id);
      const userFields = await forms.read('user', user.id, caller);
      return {
        user: { ...user, avatar },
        invitation,
        roles: roles.filter(mayHave),
        ...choices,
        ...(userFields && { userFields }),
      };
    },
  );
}

/** Checks and stores a new user, and invites that user if wanted. */
async function createUser(
  { db, auth, jobs, hooks, config, forms }: UserRoutesOptions & { readonly forms: UserFieldForms },
  invitations: ReturnType<typeof createInvitations>,
  { given, caller }: { readonly given: NewUser & WithAddedValues; readonly caller: User },
) {
  const { languages } = config;
  const { invite = false, password = null, userFields, ...fields } = normalized(given);
  const roles = await loadRoles(db);
  if (invite === (password !== null)) throw invalidRequest({ password: [passwordFault(invite)] });
  await checkFields(fields, null, { db, roles, languages });
  checkRoleGiven(caller, roleOf(roles, fields.roleId));
  if (invite) checkInvites(caller, fields, config);
  const added = await forms.parse('user', userFields, { caller, isNew: true });
  const id = await insertUser(
    { db, auth, jobs, hooks },
    { ...fields, password },
    {
      by: caller,
      fields: added,
      invite: invite
        ? (transaction, user) => invitations.send(transaction, { user, by: caller.id })
        : undefined,
    },
  ).catch(async (error: unknown) => {
    throw roleDeleted(error) ?? (await forms.refusal(added, error, null));
  });
  if (id === null) throw invalidRequest({ email: [takenFault(fields.email)] });

  return { id, fields };
}

function passwordFault(invite: boolean): EnglishText {
  return invite ? 'must be omitted from an invitation' : 'is required';
}

/** Without surrounding spaces. */
function normalized<Fields extends Partial<Pick<UserFields, 'name' | 'email'>>>(fields: Fields): Fields {
  const { name, email } = fields;
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(email !== undefined && { email: normalEmail(email) }),
  };
}
