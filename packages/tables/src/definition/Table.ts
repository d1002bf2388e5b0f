import type { RequestRules } from '../request/TableRequest.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template } from '../template/Template.ts';
import type { EnumMap, TableDefinition } from './defineTable.ts';
import type { TableRouteNames } from './routeNames.ts';

/** A definition with its template resolved and its allow-list derived. Frozen; made once. */
export interface Table {
  /** The template's routePrefix; unique in an application. */
  readonly id: string;
  readonly definition: TableDefinition;
  readonly template: Template;
  readonly config: TableConfig;
  readonly rules: RequestRules;
  readonly enums: Readonly<Record<string, EnumMap>>;
  readonly routeNames: TableRouteNames;
}
