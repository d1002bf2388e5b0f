export interface Role {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Has every permission. */
  readonly isAdministrator: boolean;
  /** May manage what belongs to other users. */
  readonly isSuperior: boolean;
}

/** Avatar of a user. */
export interface UserAvatar {
  readonly id: number;
  /** Address of the image; changes with every image. */
  readonly url: string;
}

/** The signed-in user. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly language: string;
  /** IANA name of the time zone of all dates that the user sees or enters. */
  readonly timeZone: string;
  /** The zone chosen in the profile; null for that of the browser. */
  readonly ownTimeZone: string | null;
  readonly isImpersonated: boolean;
  /** Null until the default image was made, shortly after the user was created. */
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
export interface MenuResponse {
  readonly data: readonly TableEntry[];
  /** English text → translation, for texts of the application's modules. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface TableEntry {
  /** The table's routePrefix. */
  readonly id: string;
  /** Name of its database; null for the service's own tables. */
  readonly database: string | null;
  /** In the user's language. */
  readonly name: string;
  readonly about: string | null;
  /** Font Awesome class. */
  readonly icon: string;
  /** Path of its page. */
  readonly path: string;
  /** Address of the init route. */
  readonly init: string;
  /** Whether its rows can be selected. */
  readonly selectable: boolean;
}

/** GET /api/core/tables/:id/links */
export interface RowLinks {
  /** `key`: attributes that form the identifier of the referenced row. */
  readonly references: readonly {
    readonly table: string;
    readonly columns: readonly string[];
    readonly key: readonly string[];
  }[];
  /** `as`: the name of the reference in the other table. */
  readonly referencedBy: readonly {
    readonly table: string;
    readonly as: string;
    readonly filters: readonly RowFilter[];
  }[];
}

/** A filter of another table, with the value of an attribute of the row. */
export interface RowFilter {
  readonly data: string;
  readonly type: 'number' | 'string' | 'select';
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
  /** True if the service has a mail server, which invitations require. */
  readonly sendsMail: boolean;
}

/** Of an invited user who has not chosen a password yet. */
export interface Invitation {
  /** ISO 8601. */
  readonly requestedAt: string;
  /** Expiry of the link in the mail; null until the mail is sent. */
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

export interface ListedRole extends Role {
  /** True if it can be neither renamed nor deleted. */
  readonly isBuiltIn: boolean;
  /** True if it has no permission that the signed-in user lacks. */
  readonly mayManage: boolean;
  /** Number of users. */
  readonly users: number;
}

/** An entry of GET /api/roles */
export interface RoleSummary extends ListedRole {
  /** Number of permissions. */
  readonly permissions: number;
}

/** GET /api/roles/:role */
export interface RolePermissions {
  readonly role: ListedRole;
  /** Names of the permissions of the role. */
  readonly permissions: readonly string[];
  readonly all: readonly Permission[];
}

/** A permission, translated. Permissions with equal label and group are drawn as one. */
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
  /** First characters of the key. */
  readonly start: string | null;
  /** Names; null for all permissions of its user. */
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

/** Response to a change. */
export interface Done {
  readonly message: string;
}

/** In GET /api/core/notifications */
export interface UserNotification {
  readonly id: number;
  readonly type: string;
  /** In the user's language, like the other texts. */
  readonly title: string;
  readonly body: string;
  readonly link: { readonly path: string; readonly label: string } | null;
  /** ISO 8601; null while it is unread. */
  readonly readAt: string | null;
  /** The e-mail; null if none is sent. */
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

/** A logged request or response. */
export interface CallMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** The body; null without one. */
  readonly text: string | null;
}

export interface CallAttempt {
  readonly id: string;
  /** From 1. */
  readonly try: number;
  readonly url: string;
  /** Null without a response. */
  readonly status: number | null;
  /** Why it failed, in the user's language. */
  readonly reason: string | null;
  /** Milliseconds. */
  readonly duration: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Null if payloads were not logged. */
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
  /** The name is null if the user was deleted. */
  readonly user: { readonly id: number; readonly name: string | null } | null;
  readonly attempts: readonly CallAttempt[];
}

/** In GET /api/system/apiLogs/statistics */
export interface HourOfCalls {
  /** Start of the hour; ISO 8601, UTC. */
  readonly hour: string;
  readonly calls: number;
  readonly failures: number;
  /** Milliseconds; 0 without calls. */
  readonly p95: number;
}
