import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, type SoundColumn, soundItems } from './Rule.ts';

/** Facets and groups show stored values, so they require columns that show the same values. */
export const columnSummaries: Rule = (template) =>
  soundItems(template.columns).flatMap(({ item: column, index }) =>
    soundItems(column.meta)
      .filter(({ item: tag }) => tag === 'facet' || tag === 'groupable')
      .flatMap(({ item: tag, index: place }): TemplateFault[] => {
        const path = `columns[${index}].meta[${place}]`;

        return [...hiddenFaults(column, tag, path), ...(tag === 'facet' ? facetFaults(column, path) : [])];
      }),
  );

function hiddenFaults({ meta, resource }: SoundColumn, tag: string, path: string): TemplateFault[] {
  const hiding = [
    ...(meta?.includes('rogue') ? ['rogue'] : []),
    ...(meta?.includes('method') ? ['method'] : []),
    ...(resource === undefined ? [] : ['resource']),
  ];

  return hiding.map((word) => ({
    path,
    code: 'conflict',
    problem: `"${tag}" shows the values of the database, which "${word}" hides.`,
    remedy: `Remove "${tag}", or "${word}".`,
  }));
}

const notTexts = ['date', 'datetime', 'money', 'number', 'cents'] as const;

function facetFaults(column: SoundColumn, path: string): TemplateFault[] {
  const kind = notTexts.find(
    (word) =>
      column.meta?.some((tag) => tag === word) || (word in column && column[word as 'money'] !== undefined),
  );

  if (kind !== undefined) {
    return [
      {
        path,
        code: 'conflict',
        problem: `"facet" is for texts, but the column has "${kind}".`,
        remedy: `Remove "facet", or "${kind}".`,
      },
    ];
  }
  // A refused tag may be a misspelt `filterable`.
  if (column.meta?.some((tag) => tag === 'filterable' || tag === undefined)) return [];

  return [
    {
      path,
      code: 'no_effect',
      problem: 'A facet needs a filter, but the column is not filterable.',
      remedy: 'Add the tag "filterable" to meta, or remove "facet".',
    },
  ];
}
