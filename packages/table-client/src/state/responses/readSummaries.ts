import type {
  Facet,
  FacetsResponse,
  FacetValue,
  Statistics,
  StatisticsResponse,
} from '@rowhouse/table-protocol';
import { countOf, needRecord, recordOf, recordsOf, ShapeFault, textOf } from './shape.ts';

/** Reads the response to `meta.facets`. Throws `ShapeFault`. */
export function readFacets(response: unknown): FacetsResponse {
  const { facets, fullRecordInfo } = needRecord(response, 'body');

  return {
    facets: Object.fromEntries(
      Object.entries(needRecord(facets, 'facets')).map(([data, facet]) => [data, readFacet(facet)]),
    ),
    fullRecordInfo: fullRecordInfo === true,
  };
}

function readFacet(facet: unknown): Facet {
  const { values, more } = recordOf(facet);

  return { values: recordsOf(values).flatMap(readValue), more: countOf(more, 0) };
}

/** A value whose count cannot be read is omitted. */
function readValue({ value, label, count }: Readonly<Record<string, unknown>>): FacetValue[] {
  const read = countOf(count, null);

  return read !== null && isValue(value) ? [{ value, label: textOf(label, null) ?? null, count: read }] : [];
}

function isValue(value: unknown): value is FacetValue['value'] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Reads the response to `meta.statistics`. Throws `ShapeFault`. */
export function readStatistics(response: unknown): StatisticsResponse {
  const { statistics, fullRecordInfo } = needRecord(response, 'body');

  return {
    statistics: statistics === null ? null : readFigures(needRecord(statistics, 'statistics')),
    fullRecordInfo: fullRecordInfo === true,
  };
}

function readFigures({ min, max, sum, average, ...counts }: Readonly<Record<string, unknown>>): Statistics {
  const count = (name: 'count' | 'empty' | 'distinct') => {
    const read = countOf(counts[name], null);
    if (read === null) throw new ShapeFault(`statistics.${name}`, 'It is not a whole number.');

    return read;
  };

  return {
    ...{ count: count('count'), empty: count('empty'), distinct: count('distinct') },
    ...{ min: figureOf(min), max: figureOf(max), sum: figureOf(sum), average: figureOf(average) },
  };
}

function figureOf(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
