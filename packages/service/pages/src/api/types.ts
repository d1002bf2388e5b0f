export interface Role {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Has every permission. */
  readonly isAdministrator: boolean;
  /** May manage what belongs to other users. */
  readonly isSuperior: boolean;
}

/** What a user looks like. */
export interface UserAvatar {
  readonly id: number;
  /** Where the image is; another one for every image. */
  readonly url: string;
}

/** The signed-in user. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly language: string;
  /** IANA name of the zone of all dates that the user sees or writes. */
  readonly timeZone: string;
  /** The one chosen in the profile; null follows the browser. */
  readonly ownTimeZone: string | null;
  readonly isImpersonated: boolean;
  /** Null until there is one, a moment after the user was created. */
  readonly avatar: UserAvatar | null;
}

/** GET /api/core/me */
export interface Me {
  readonly user: User;
  /** Names of the routes that the user may call. */
  readonly permissions: readonly string[];
  readonly languages: readonly string[];
  readonly formats: DateFormats;
}

/** GET /api/core/tables */
export interface MenuAnswer {
  readonly data: readonly TableEntry[];
  /** English text → its text in the user's language, of the application's modules. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface TableEntry {
  /** The table's routePrefix. */
  readonly id: string;
  /** Name of the served database that has it; null for the service's own. */
  readonly database: string | null;
  /** In the user's language. */
  readonly name: string;
  readonly about: string | null;
  /** Class of Font Awesome. */
  readonly icon: string;
  /** Of the page. */
  readonly path: string;
  /** Address of the description of the table. */
  readonly init: string;
}

/** GET /api/core/tables/:id/links */
export interface RowLinks {
  /** `key`: attributes that together are the identifier of the other row. */
  readonly references: readonly {
    readonly table: string;
    readonly columns: readonly string[];
    readonly key: readonly string[];
  }[];
  /** `as`: what the other table calls the row. */
  readonly referencedBy: readonly {
    readonly table: string;
    readonly as: string;
    readonly filters: readonly RowFilter[];
  }[];
}

/** A filter of another table, with the value of an attribute of the row. */
export interface RowFilter {
  readonly data: string;
  readonly type: 'number' | 'string';
  readonly attribute: string;
}

/** PHP date formats. */
export interface DateFormats {
  readonly date: string;
  readonly datetime: string;
}

export interface RoleChoice {
  readonly id: number;
  readonly name: string;
  readonly label: string;
}

/** GET /api/users/create */
export interface UserFormChoices {
  readonly roles: readonly RoleChoice[];
  readonly languages: readonly string[];
  /** Whether there is a mail server, without which nobody is invited. */
  readonly sendsMail: boolean;
}

/** Of a user who was invited, and has not chosen a password yet. */
export interface Invitation {
  /** ISO 8601. */
  readonly requestedAt: string;
  /** When the link of the mail expires, or expired; null while no mail was sent. */
  readonly expiresAt: string | null;
}

export interface EditableUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleId: number;
  readonly language: string | null;
  readonly isActive: boolean;
  readonly avatar: UserAvatar | null;
}

/** GET /api/users/:user/edit */
export interface UserForm extends UserFormChoices {
  readonly user: EditableUser;
  readonly invitation: Invitation | null;
}

/** A role as the pages about roles know it. */
export interface ListedRole extends Role {
  /** Whether it can be neither renamed nor deleted. */
  readonly isBuiltIn: boolean;
  /** Whether it may do no more than the signed-in user. */
  readonly mayManage: boolean;
  /** How many. */
  readonly users: number;
}

/** An entry of GET /api/roles */
export interface RoleSummary extends ListedRole {
  /** How many. */
  readonly permissions: number;
}

/** GET /api/roles/:role */
export interface RolePermissions {
  readonly role: ListedRole;
  /** Names of those that the role has. */
  readonly permissions: readonly string[];
  readonly all: readonly Permission[];
}

/** A permission as people read it, in their language. Those of the same label and group are one thing. */
export interface Permission {
  readonly name: string;
  readonly label: string;
  readonly group: string;
}

/** In GET /api/auth/list-sessions */
export interface ListedSession {
  readonly id: number;
  readonly user: { readonly id: number; readonly name: string };
  readonly impersonatedBy: { readonly id: number; readonly name: string } | null;
  readonly isCurrent: boolean;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** ISO 8601, all three. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
}

/** In GET /api/core/api-keys */
export interface ListedKey {
  readonly id: number;
  readonly name: string | null;
  /** Its first characters. */
  readonly start: string | null;
  /** Names; null for all of its user. */
  readonly permissions: readonly string[] | null;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** GET /api/users/:user/access */
export interface UserAccess {
  readonly sessions: readonly ListedSession[];
  readonly keys: readonly ListedKey[];
}

/** Answer to a change. */
export interface Done {
  readonly message: string;
}

/** In GET /api/core/notifications */
export interface UserNotification {
  readonly id: number;
  readonly type: string;
  /** In the user's language, as all texts of it. */
  readonly title: string;
  readonly body: string;
  readonly link: { readonly path: string; readonly label: string } | null;
  /** ISO 8601; null while it is unread. */
  readonly readAt: string | null;
  /** What became of the e-mail; null when there was to be none. */
  readonly mail: { readonly status: 'waiting' | 'sent' | 'failed'; readonly error: string | null } | null;
  readonly createdAt: string;
}

/** GET /api/core/notifications */
export interface NotificationList {
  readonly data: readonly UserNotification[];
  readonly unread: number;
  readonly total: number;
}

export type NotificationChannel = 'mail' | 'database' | 'broadcast';

/** In GET /api/core/notifications/preferences */
export interface NotificationChoice extends Record<NotificationChannel, boolean> {
  readonly type: string;
  /** In the user's language. */
  readonly label: string;
  /** Channels that cannot be switched off. */
  readonly mandatory: readonly NotificationChannel[];
}

/** What was sent, or answered. */
export interface CallMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it was JSON, otherwise text; null where there was none. */
  readonly body: unknown;
}

export interface CallAttempt {
  readonly id: string;
  /** From 1. */
  readonly try: number;
  readonly url: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** Milliseconds. */
  readonly duration: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Null of calls that were logged before payloads were. */
  readonly request: CallMessage | null;
  readonly response: CallMessage | null;
}

/** In GET /api/system/apiLogs/calls/:callId */
export interface ApiCall {
  readonly id: string;
  readonly direction: string;
  readonly method: string;
  readonly url: string;
  readonly permission: string | null;
  /** The name is null when the user was deleted since. */
  readonly user: { readonly id: number; readonly name: string | null } | null;
  readonly attempts: readonly CallAttempt[];
}

/** In GET /api/system/apiLogs/statistics */
export interface HourOfCalls {
  /** When it began; ISO 8601, UTC. */
  readonly hour: string;
  readonly calls: number;
  readonly failures: number;
  /** Milliseconds; 0 without calls. */
  readonly p95: number;
}
