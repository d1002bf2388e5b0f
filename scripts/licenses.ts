import type { LockedPackage } from './lockedPackages.ts';

/** Licences that allow use and distribution of unmodified packages, with their texts. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
];

interface Exception {
  /** Names of packages, or their beginning. */
  readonly packages: RegExp;
  readonly licenses: readonly string[];
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    packages: /^@img\/sharp-/,
    licenses: ['LGPL-3.0-or-later'],
    reason: 'libvips is a shared library in a package of its own, which anybody may replace',
  },
  {
    packages: /^lightningcss(-|$)/,
    licenses: ['MPL-2.0'],
    reason: 'Vite builds pages with it; nothing of it is shipped',
  },
  {
    packages: /^@fortawesome\/fontawesome-free$/,
    licenses: ['CC-BY-4.0', 'OFL-1.1'],
    reason: 'icons and fonts, unchanged, with their notices; only pages use them',
  },
];

/** One line for each package whose licence is missing or not among those that are allowed. */
export function licenseFaults(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter((locked) => !isAllowed(locked))
    .map(({ name, version, license }) =>
      license === ''
        ? `${name}@${version} names no licence.`
        : `${name}@${version} is under ${license}, which scripts/licenses.ts does not allow.`,
    );
}

/** An expression of SPDX: of `OR` one has to be allowed, of `AND` all. Parentheses only enclose the whole expression. */
function isAllowed({ name, license }: LockedPackage): boolean {
  const own = exceptions.filter(({ packages }) => packages.test(name)).flatMap(({ licenses }) => licenses);
  const known = new Set([...allowed, ...own]);

  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => known.has(part)));
}
