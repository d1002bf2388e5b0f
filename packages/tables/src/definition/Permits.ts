/** Whether a user may use the route of that name. */
export type Permits = (user: unknown, name: string) => boolean | Promise<boolean>;

/** Whether a user has a permission that is no route's: that of a field or a column. */
export type HasPermission = (user: unknown, permission: string) => boolean | Promise<boolean>;
