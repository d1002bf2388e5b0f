import { masked } from './Mask.ts';
import { maskUrl } from './maskUrl.ts';
import type { MaskRules } from './rules.ts';

/** Schemes of Authorization that may be shown. */
const schemes = /^(basic|bearer|digest|negotiate|apikey|token|aws4-hmac-sha256)\s/i;

export function maskHeaders(
  headers: Record<string, string | readonly string[]>,
  rules: MaskRules,
): Record<string, string> {
  const shown: [string, string][] = [];

  for (const name of Object.keys(headers)) {
    const value: unknown = headers[name];
    if (value === undefined || value === null) continue;
    const { shown: shownName, isSecret } = rules.name(name);
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    shown.push([shownName, isSecret ? secretValue(name, values) : plainValue(name, values, rules)]);
  }
  // Unlike an assignment, it makes `__proto__` a member like any other.
  return Object.fromEntries(shown);
}

function plainValue(name: string, values: readonly string[], rules: MaskRules): string {
  const isLocation = name.length === 8 && name.toLowerCase() === 'location';

  return values
    .map((value) => (isLocation ? maskUrl(value, rules, 'redirect') : rules.text(value)))
    .join(', ');
}

function secretValue(name: string, values: readonly string[]): string {
  const [value = ''] = values;
  const scheme = values.length === 1 && /authorization$/i.test(name) ? schemes.exec(value)?.[1] : undefined;

  return scheme === undefined ? masked : `${scheme} ${masked}`;
}
