import type { FacetsResponse, StatisticsResponse } from '@rowhouse/table-protocol';
import { facetsResponse, statisticsResponse } from '@rowhouse/table-protocol/internal';
import { read } from '../responses/readShape.ts';

/** Reads the response to `meta.facets`. Throws `ShapeFault`. */
export function readFacets(response: unknown): FacetsResponse {
  return read(facetsResponse, response);
}

/** Reads the response to `meta.statistics`. Throws `ShapeFault`. */
export function readStatistics(response: unknown): StatisticsResponse {
  return read(statisticsResponse, response);
}
