import type { Template } from '../template/Template.ts';
import type { TableAccess } from './TableAccess.ts';

/** The routes behind a template's buttons and filters that a user may use. */
export async function usableRoutes(
  { buttons, filters }: Template,
  access: TableAccess | undefined,
  user: unknown,
): Promise<ReadonlySet<string>> {
  const named = [...buttons.global, ...buttons.row, ...buttons.dropdown, ...filters]
    .map(({ routeName }) => routeName)
    .filter((name) => name !== null);

  if (!access) {
    return new Set(named);
  }
  if (user === null) {
    return new Set();
  }

  const permitted = await Promise.all(named.map((name) => access.permits(user, name)));

  return new Set(named.filter((_name, index) => permitted[index]));
}
