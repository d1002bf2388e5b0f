import type { InitFilter } from '@rowhouse/table-protocol';
import type { Template, TemplateFilter } from '../template/Template.ts';
import { enumLabels } from './enumLabels.ts';
import type { InitContext } from './InitContext.ts';
import { routePath } from './routePath.ts';

/** The filters of a template, without those whose options the caller may not read. */
export function initFilters({ filters }: Template, context: InitContext): InitFilter[] {
  return filters
    .filter(({ routeName }) => routeName === null || context.mayUse(routeName))
    .map((filter) => initFilter(filter, context));
}

function initFilter(filter: TemplateFilter, context: InitContext): InitFilter {
  const { label, name, data, type, multiple, routeName } = filter;
  return {
    label,
    name,
    data,
    type,
    ...(filter.enum !== null && { enum: enumLabels(filter.enum, context.enums) }),
    ...(routeName !== null && { path: routePath(routeName, context) }),
    ...(multiple && { multiple }),
    ...filter.passedOn,
    // Clients of @enso-ui/tables choose into the filter itself, and fail where a select has no value.
    value: filter.value,
  };
}
