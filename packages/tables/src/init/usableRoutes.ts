import type { Template } from '../template/Template.ts';

/** Whether a user may use the route of that name. */
export type Permits = (user: unknown, routeName: string) => boolean | Promise<boolean>;

/** The routes behind a template's buttons and filters that a user may use: all without `permits`, none without a user. */
export async function usableRoutes(
  { buttons, filters }: Template,
  permits: Permits | undefined,
  user: unknown,
): Promise<ReadonlySet<string>> {
  const named = [...buttons.global, ...buttons.row, ...buttons.dropdown, ...filters]
    .map(({ routeName }) => routeName)
    .filter((name) => name !== null);

  if (!permits) {
    return new Set(named);
  }
  if (user === null) {
    return new Set();
  }

  const permitted = await Promise.all(named.map((name) => permits(user, name)));

  return new Set(named.filter((_name, index) => permitted[index]));
}
