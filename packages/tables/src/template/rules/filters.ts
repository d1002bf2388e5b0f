import type { FilterType } from '@rowhouse/table-protocol';
import type { TemplateInput } from '../schema.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { faultsByRules, type OptionRule } from './optionRules.ts';
import { type Rule, type SoundColumn, type SoundTemplate, type SoundValue, soundItems } from './Rule.ts';
import { routeFault } from './routeFault.ts';

type SoundFilter = SoundValue<NonNullable<TemplateInput['filters']>[number]>;

/** Members of `filters` that the type of a filter requires. */
export const filters: Rule = (template, { routes }) => {
  const seen = new Map<string, number>();
  return soundItems(template.filters).flatMap(({ item: filter, index }) => {
    const path = `filters[${index}]`;
    const faults = [...optionFaults(filter, path)];
    if (filter.type === 'select' && filter.route !== undefined && routes !== null) {
      faults.push(...[routeFault(routes, filter.route, 'GET', `${path}.route`) ?? []].flat());
    }
    const before = filter.data === undefined ? undefined : seen.get(filter.data);
    if (before !== undefined) {
      faults.push({
        path: `${path}.data`,
        code: 'duplicate',
        problem: `filters[${before}] also filters ${filter.data}.`,
        remedy: 'Remove one of the two.',
      });
    } else if (filter.data !== undefined) {
      seen.set(filter.data, index);
    }
    faults.push(...columnFaults(filter, path, template));
    return faults;
  });
};

/** A filter on a column that is also filterable must have the type that clients derive for the column. */
function columnFaults(filter: SoundFilter, path: string, { columns }: SoundTemplate): TemplateFault[] {
  const { data, type } = filter;
  if (data === undefined || type === undefined) return [];
  return soundItems(columns).flatMap(({ item: column, index }) => {
    if (column.data !== data || !column.meta?.includes('filterable')) return [];
    const own = typeOf(column);
    if (own === type || (own === null && !ofTemplate.has(type))) return [];
    return [
      {
        path: `${path}.type`,
        code: 'conflict',
        problem: `The filter has the type ${type}, but columns[${index}], which is also filterable by ${data}, has ${own === null ? 'the type of its database column' : `the type ${own}`}.`,
        remedy: 'Remove the tag "filterable" from the column, or the filter; or give both the same type.',
      },
    ];
  });
}

/** Types that no database has; `checkFilterTypes` compares the others with the database. */
const ofTemplate: ReadonlySet<FilterType> = new Set(['enum', 'select']);

/** Null if the database determines the type. */
function typeOf({ meta, enum: enumName, number, money }: SoundColumn): FilterType | null {
  if (meta?.includes('boolean')) return 'boolean';
  if (meta?.includes('date') || meta?.includes('datetime')) return 'date';
  if (enumName !== undefined) return 'enum';
  return number !== undefined || money !== undefined ? 'number' : null;
}

const rules: readonly OptionRule[] = [
  {
    option: 'type=enum',
    needs: ['enum'],
    problem: 'A filter of type enum needs "enum".',
    remedy: 'Name the enumeration.',
  },
  {
    option: 'type=select',
    needs: ['route'],
    problem: 'A filter of type select needs "route".',
    remedy: 'Name the route that lists the options.',
  },
  ...(
    [
      ['enum', 'enum'],
      ['route', 'select'],
      ['multiple', 'enum', 'select'],
    ] as const
  ).map(([option, ...types]) => ({
    option,
    onlyWith: types.map((type) => `type=${type}`),
    problem: '"{option}" has no effect on a filter of type {value of type}.',
    remedy: `Remove it, or give type: "${types[0]}".`,
  })),
];

function optionFaults(filter: SoundFilter, path: string): TemplateFault[] {
  if (filter.type === undefined) return [];
  const options = (['enum', 'route', 'multiple'] as const).filter((option) => filter[option] !== undefined);

  return faultsByRules(rules, {
    paths: new Map([`type=${filter.type}`, ...options].map((word) => [word, `${path}.${word}`])),
    values: filter,
    mayBe: (word) => Object.hasOwn(filter, word),
    missing: (word) => `${path}.${word}`,
  });
}
