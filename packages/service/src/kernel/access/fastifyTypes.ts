import type { PermissionCatalogue } from './permissionCatalogue.ts';
import type { User } from './User.ts';

/** How a route is guarded. A route has to say at least one of the two, or the service does not start. */
export interface RouteAccess {
  /**
   * Name of the route, for example `core.users.index`. Unless `access` says otherwise, it is also the
   * permission that the caller's role must have.
   */
  readonly name?: string;
  /** The permission that it needs, where several routes share one: in place of that of its own name. */
  readonly permission?: string;
  /** `public`: everybody. `signed-in`: every active user, whatever the role. */
  readonly access?: 'public' | 'signed-in';
  /** Changes what only the users themselves may: accounts, rights, credentials and what is personal. */
  readonly refusesImpersonator?: boolean;
  /** Of a form: name of the route that it is sent to. The form is offered to those who may call both. */
  readonly submitsTo?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteAccess {
    /** Of routes that look for characters which cannot be stored themselves, as far as they store them. */
    takesAnyText?: boolean;
  }

  interface FastifyInstance {
    /** Labels and groups of the permissions. */
    permissionCatalogue: PermissionCatalogue;
  }

  interface FastifyRequest {
    /** Who is asking; null when nobody is signed in. */
    user: User | null;
    /** The session that it was sent with; null without, as with an API key. */
    sessionId: number | null;
    /** The user's language, or the browser's, or the service's. */
    language: string;
  }
}
