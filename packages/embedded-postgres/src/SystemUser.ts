/** An operating-system user that the database server runs as. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}
