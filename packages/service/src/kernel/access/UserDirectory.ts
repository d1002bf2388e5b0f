import type { KnownTimeZones } from './timeZones.ts';
import type { Role } from './User.ts';

/** A user as stored, with role and permissions. */
export interface KnownUser extends KnownTimeZones {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  readonly isActive: boolean;
  readonly role: Role;
  readonly permissions: ReadonlySet<string>;
}

export interface UserDirectory {
  /** Null when there is no such user. */
  find(id: number): Promise<KnownUser | null>;
  /** Makes changes visible immediately. */
  forget(): void;
}
