import type { ColumnType, Generated } from 'kysely';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    users: UsersTable;
    sessions: SessionsTable;
    accounts: AccountsTable;
    verifications: VerificationsTable;
    api_keys: ApiKeysTable;
    roles: RolesTable;
    permissions: PermissionsTable;
    role_permissions: RolePermissionsTable;
    sign_in_attempts: SignInAttemptsTable;
    password_links: PasswordLinksTable;
  }
}

/** Defaults to the clock of the database. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface UsersTable {
  id: Generated<number>;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: ColumnType<boolean, boolean | undefined, boolean>;
  image: string | null;
  role_id: ColumnType<number, number | undefined, number>;
  /** Inactive users can neither sign in nor use their sessions. */
  is_active: ColumnType<boolean, boolean | undefined, boolean>;
  /** A language tag; null follows the browser. */
  language: string | null;
  /** IANA name; null follows the browser. */
  time_zone: string | null;
  /** The time zone of the last browser. */
  browser_time_zone: string | null;
  /** Null if the user was not invited, or has chosen a password. */
  invited_at: Date | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Column of the sign-in library's admin plugin; not used for permissions. */
  auth_role: string | null;
  banned: boolean | null;
  ban_reason: string | null;
  ban_expires: Date | null;
}

export interface PasswordLinksTable {
  user_id: number;
  purpose: 'reset' | 'invitation';
  /** SHA-256 of the token, in hexadecimal. */
  token_hash: string;
  /** The address of the mail; the link is invalid if the user has another address. */
  email: string;
  /** Null for a reset. */
  invited_by: number | null;
  expires_at: Date;
  created_at: Timestamp;
}

export interface SignInAttemptsTable {
  /** `address:203.0.113.7`, or `account:` and a hash. */
  key: string;
  count: number;
  /** When the count is reset. */
  ends_at: Date;
}

export interface RolesTable {
  id: Generated<number>;
  /** The name for code, for example `administrator`. */
  name: string;
  label: string;
  /** Has every permission, including those of future routes. */
  is_administrator: ColumnType<boolean, boolean | undefined, boolean>;
  /** May manage data of other users, for example avatars. */
  is_superior: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PermissionsTable {
  id: Generated<number>;
  /** Name of the route, for example `orders.tableData`. */
  name: string;
  created_at: Timestamp;
}

export interface RolePermissionsTable {
  role_id: number;
  permission_id: number;
}

export interface SessionsTable {
  id: Generated<number>;
  token: string;
  user_id: number;
  /** The impersonator of `user_id`. */
  impersonated_by: number | null;
  /** The session of the impersonator; the impersonation ends with it. */
  impersonator_session_id: number | null;
  ip_address: string | null;
  user_agent: string | null;
  expires_at: Date;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AccountsTable {
  id: Generated<number>;
  account_id: string;
  /** `credential` for e-mail and password. */
  provider_id: string;
  user_id: number;
  /** Hashed. */
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface VerificationsTable {
  id: Generated<number>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ApiKeysTable {
  id: Generated<number>;
  config_id: string;
  name: string | null;
  /** The first characters of the key. */
  start: string | null;
  /** The owner's id as text, as stored by the sign-in library. */
  reference_id: string;
  /** The same as a number; computed by the database. */
  user_id: ColumnType<number, never, never>;
  prefix: string | null;
  /** Hashed. */
  key: string;
  refill_interval: number | null;
  refill_amount: number | null;
  last_refill_at: Date | null;
  enabled: boolean | null;
  rate_limit_enabled: boolean | null;
  rate_limit_time_window: number | null;
  rate_limit_max: number | null;
  request_count: number | null;
  remaining: number | null;
  last_request: Date | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
  permissions: string | null;
  metadata: string | null;
}
