import type { InitTemplate } from '@rowhouse/table-protocol';
import { facetTypes } from '../request/parse/summary.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import type { Template } from '../template/Template.ts';
import type { InitContext } from './InitContext.ts';

/** What the caller may request instead of rows, so that clients never have to try. */
export function initSummaries(
  { filters }: Template,
  rules: Pick<RequestRules, 'filters' | 'summaries'>,
  mayUse: InitContext['mayUse'],
): Pick<InitTemplate, 'facets' | 'statistics'> {
  const refused = new Set(
    filters.filter(({ routeName }) => routeName !== null && !mayUse(routeName)).map(({ data }) => data),
  );
  const facets = [...facetTypes(rules).keys()].filter((data) => !refused.has(data));
  const statistics = [...rules.summaries.statistics];

  return {
    ...(facets.length > 0 && { facets }),
    ...(statistics.length > 0 && { statistics }),
  };
}
