/** Whether the name of an action can be the end of a route's name, and of its path. */
export function isActionName(name: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(name);
}
