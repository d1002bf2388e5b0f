import type { TableConfig } from './TableConfig.ts';

/** Whether templates are validated: always, or with `validations: 'local'` during development only. */
export function shouldValidate(
  { validations }: Pick<TableConfig, 'validations'>,
  development: boolean,
): boolean {
  return validations === 'always' || development;
}
