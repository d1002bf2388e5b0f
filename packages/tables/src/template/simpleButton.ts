import type { ButtonDefaults, TableConfig } from './TableConfig.ts';

export interface SimpleButton {
  readonly name: string;
  readonly type: 'global' | 'row';
  readonly defaults: ButtonDefaults;
}

/** Templates write `exportExcel` for the default button that the configuration calls `excel`. */
const otherNames: Readonly<Record<string, string>> = { exportExcel: 'excel' };

/** What a button that is given by its name stands for; null when the configuration has none of that name. */
export function simpleButton(written: string, { buttons }: TableConfig): SimpleButton | null {
  const other = Object.hasOwn(otherNames, written) ? otherNames[written]! : written;
  for (const name of [written, other]) {
    for (const type of ['global', 'row'] as const) {
      if (Object.hasOwn(buttons[type], name)) return { name, type, defaults: buttons[type][name]! };
    }
  }
  return null;
}
