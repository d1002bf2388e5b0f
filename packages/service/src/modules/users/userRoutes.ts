import type { Avatars } from '@rowhouse/avatars';
import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import { hasAuthorityOver } from '../../kernel/access/hasAuthorityOver.ts';
import type { User } from '../../kernel/access/User.ts';
import { invalidRequest } from '../../kernel/invalidRequest.ts';
import { avatarOf } from '../avatars/index.ts';
import { normalEmail } from './emailAddress.ts';
import { idSchema } from './idSchema.ts';
import { type AccountParts, insertUser } from './insertUser.ts';
import { loadRoles, type RoleWithPermissions } from './loadRoles.ts';
import { findUser, roleOf, updateUser } from './updateUser.ts';
import {
  createFormAnswer,
  editFormAnswer,
  newUserBody,
  type UserFields,
  userChangesBody,
  userStoredAnswer,
} from './userForm.ts';
import { checkFields, checkManaged, checkRoleGiven, takenFault } from './userRules.ts';

export interface UserRoutesOptions extends AccountParts {
  readonly avatars: Avatars;
  /** Makes changes of users and API keys visible to the next request. */
  readonly forgetAccess: () => void;
  readonly languages: readonly string[];
}

const params = Type.Object({ user: idSchema });
const tags = ['users'];

/** Creating and changing users. The list of them is a table (../tables/users.ts). */
export const userRoutes = fastifyPlugin<UserRoutesOptions>(
  async (app, { db, auth, jobs, avatars, forgetAccess, languages }) => {
    app.get(
      '/api/users/create',
      {
        config: { name: 'users.create', submitsTo: 'users.store' },
        schema: { tags, summary: 'What a new user may be given.', response: { 200: createFormAnswer } },
      },
      async (request) => {
        const caller = request.user as User;
        const roles = await loadRoles(db);
        return { roles: roles.filter((role) => hasAuthorityOver(caller, role)), languages };
      },
    );

    app.get<{ Params: { user: number } }>(
      '/api/users/:user/edit',
      {
        config: { name: 'users.edit', submitsTo: 'users.update' },
        schema: {
          tags,
          summary: 'A user, and what may be changed about this user.',
          params,
          response: { 200: editFormAnswer },
        },
      },
      async (request) => {
        const caller = request.user as User;
        const [user, roles] = await Promise.all([findUser(db, request.params.user), loadRoles(db)]);
        checkManaged(caller, user, roleOf(roles, user.roleId));
        const mayHave = (role: RoleWithPermissions) =>
          user.id === caller.id ? role.id === user.roleId : hasAuthorityOver(caller, role);
        const avatar = await avatarOf(avatars, user.id);
        return { user: { ...user, avatar }, roles: roles.filter(mayHave), languages };
      },
    );

    app.post<{ Body: UserFields }>(
      '/api/users',
      {
        config: { name: 'users.store', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Create a user.',
          description: 'Nobody can give a role that may do more than his own.',
          body: newUserBody,
          response: { 201: userStoredAnswer },
        },
      },
      async (request, reply) => {
        const fields = normal(request.body);
        const roles = await loadRoles(db);
        await checkFields(fields, null, { db, roles, languages });
        checkRoleGiven(request.user as User, roleOf(roles, fields.roleId));
        const id = await insertUser({ db, auth, jobs }, fields);
        if (id === null) throw invalidRequest({ email: [takenFault(fields.email)] });
        request.log.info({ created: id }, 'User created');
        const { password: _, ...user } = fields;
        const next = user.isActive ? 'can sign in now' : 'was created, and cannot sign in until activated';
        return reply
          .code(201)
          .send({ message: `${user.name} ${next}.`, user: { id, ...user, avatar: null } });
      },
    );

    app.patch<{ Params: { user: number }; Body: Partial<UserFields> }>(
      '/api/users/:user',
      {
        config: { name: 'users.update', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Change a user.',
          description:
            'What is left out stays. A new password and a deactivation end the sessions of the user; a new password ' +
            'deletes the API keys, too. A cookie of an ended session is accepted for a minute at most.',
          params,
          body: userChangesBody,
          response: { 200: userStoredAnswer },
        },
      },
      async (request) => {
        const changes = normal(request.body);
        const caller = request.user as User;
        const user = await updateUser(
          { db, auth, jobs },
          { caller, id: request.params.user, changes, languages },
        );
        forgetAccess();
        request.log.info({ updated: user.id, fields: Object.keys(changes) }, 'User changed');
        const avatar = await avatarOf(avatars, user.id);
        return { message: `${user.name} was saved.`, user: { ...user, avatar } };
      },
    );
  },
  { name: 'user-routes', dependencies: ['guard'] },
);

/** Without blanks around what people type. */
function normal<Fields extends Partial<UserFields>>(fields: Fields): Fields {
  const { name, email } = fields;
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(email !== undefined && { email: normalEmail(email) }),
  };
}
