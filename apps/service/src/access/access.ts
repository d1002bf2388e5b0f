import type { FastifyRequest } from 'fastify';
import type { User } from './User.ts';

/** What the parts of the service, such as the tables, need to know about who is asking. */
export interface Access {
  /** Null when nobody is signed in. */
  user(request: FastifyRequest): User | null;
  /** Whether the user may call the route of that name. */
  permits(user: User | null, routeName: string): boolean;
}

export const access: Access = {
  user: (request) => request.user,
  permits: (user, routeName) =>
    user?.isActive === true && (user.role.isAdministrator || user.permissions.has(routeName)),
};
