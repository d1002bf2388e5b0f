import type { TableDefinition } from '@rowhouse/tables';
import { apiLogs } from './apiLogs.ts';
import { cities } from './cities.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** The tables that the service serves. */
export const tableDefinitions: readonly TableDefinition[] = [orders, cities, users, apiLogs];
