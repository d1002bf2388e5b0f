/** Whether a user may use the route of that name, or has the permission of a field. */
export type Permits = (user: unknown, name: string) => boolean | Promise<boolean>;
