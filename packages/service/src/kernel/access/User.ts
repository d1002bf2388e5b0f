/** Who is asking, as routes, tables and policies see it. Frozen for the length of a request. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Names of the routes that the user may call. Ask `permits` rather than this set. */
  readonly permissions: ReadonlySet<string>;
  readonly language: string;
  /** IANA name of the zone of all dates that the user sees or writes. */
  readonly timeZone: string;
  /** The one that the user has chosen in the profile; null follows the browser. */
  readonly ownTimeZone: string | null;
  readonly isActive: boolean;
  /** Somebody else acts in this user's name. */
  readonly isImpersonated: boolean;
  /** Who that is. */
  readonly impersonatedBy: number | null;
}

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Has every permission. */
  readonly isAdministrator: boolean;
  /** May manage what belongs to other users. */
  readonly isSuperior: boolean;
}
