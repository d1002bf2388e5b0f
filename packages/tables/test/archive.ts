import type { Kysely } from 'kysely';
import { defineTable, type TableDefinition } from '../src/index.ts';

/** Tables whose fields hold files. */
export interface Archive {
  deeds: { id: number; title: string; scan: string | null; secret: string | null; owner: string };
  plans: { id: number; title: string; scan: string | null };
  rowhouse_files: {
    id: string;
    name: string;
    attached_at: number | null;
    replaced_at: number | null;
    created_at: number;
    user_id: string;
  };
}

export const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
export const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n');

export const deeds = {
  ...defineTable({
    template: {
      routePrefix: 'archive.deeds',
      buttons: ['edit', 'destroy'],
      columns: [
        { label: 'Title', name: 'title', data: 'deeds.title' },
        { label: 'Scan', name: 'scan', data: 'deeds.scan' },
      ],
    },
    columnPermissions: { scan: 'archive.scans' },
    query: (db: Kysely<Archive>, { user }) =>
      db
        .selectFrom('deeds')
        .select(['id as dtRowId', 'title', 'scan'])
        .where('owner', 'in', ['all', String(user)]),
  }),
  records: {
    fields: {
      id: true,
      title: true,
      scan: { file: { types: ['application/pdf', 'image/*'], maxBytes: 1000 } },
      secret: { file: true, permission: 'archive.secrets' },
      owner: { default: 'all' },
    },
    create: true,
    update: true,
    delete: true,
  },
} as TableDefinition;
export const plans = {
  ...defineTable({
    template: {
      routePrefix: 'archive.plans',
      columns: [{ label: 'Title', name: 'title', data: 'plans.title' }],
      records: { fields: { id: true, title: true, scan: { file: true } }, create: true, update: true },
    },
    query: (db: Kysely<Archive>) => db.selectFrom('plans').select(['id as dtRowId', 'title']),
  }),
} as TableDefinition;
export const all = ['init', 'tableData', 'create', 'store', 'edit', 'update', 'destroy', 'secrets', 'scans'];
