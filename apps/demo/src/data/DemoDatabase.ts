import type { Database } from '@rowhouse/service';
import type { ColumnType, Generated } from 'kysely';

/** A database with the demo's tables. */
export type DemoDatabase = Database;

/** PostgreSQL's bigint: read as text, so that no digit is lost. */
type BigIntColumn = ColumnType<string, string | number | bigint, string | number | bigint>;
/** Exact decimals: read as text, never through a binary floating point number. */
type NumericColumn = ColumnType<string, string | number, string | number>;
/** A calendar day. `pg` reads it as a Date unless its type parser is replaced; written as `YYYY-MM-DD`. */
type DateColumn = ColumnType<string | Date | null, string | null | undefined, string | null>;
type TimestampColumn = ColumnType<Date, Date | string, Date | string>;

/** The tables of the demo data. */
declare module '@rowhouse/service' {
  interface Database {
    countries: CountriesTable;
    cities: CitiesTable;
    customers: CustomersTable;
    orders: OrdersTable;
    order_lines: OrderLinesTable;
    products: ProductsTable;
    demo_progress: DemoProgressTable;
  }
}

export interface CountriesTable {
  /** ISO 3166-1 alpha-2, and XK for Kosovo. */
  code: string;
  /** English name. */
  name: string;
  /** The name in the most spoken language of the country, in its own script. */
  native_name: string;
  /** Flag emoji. */
  flag: string;
}

export interface CitiesTable {
  /** The id at GeoNames. */
  id: Generated<number>;
  name: string;
  country_code: string;
  /** GeoNames' code of the first administrative division; empty when unknown. */
  admin_code: string;
  /** GeoNames' kind of place: PPLC is a capital, PPLA the seat of a first-order division, and so on. */
  feature_code: string;
  population: number;
  latitude: NumericColumn;
  longitude: NumericColumn;
}

export interface CustomersTable {
  id: Generated<number>;
  name: string;
  email: string;
  company: string | null;
  country_code: string;
  newsletter: boolean | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrdersTable {
  id: ColumnType<string, string | number | bigint | undefined, never>;
  /** For people: `R-2026-000123`. Unique. */
  number: string;
  customer_id: number;
  /** A key of `orderStatuses`. */
  status: ColumnType<number, number | undefined, number>;
  /** Gross, in `currency`. */
  total: NumericColumn;
  /** The part of `total` that is tax. */
  tax: NumericColumn;
  /** In cents: a whole number. */
  shipping_cents: ColumnType<number, number | undefined, number>;
  currency: ColumnType<string, string | undefined, string>;
  items: number;
  /** Null while it is not known. */
  paid: boolean | null;
  /** 1 (highest) to 5; null for most orders. */
  priority: number | null;
  placed_at: TimestampColumn;
  delivered_on: DateColumn;
  /** The carrier's number: 18 digits, more than a double holds exactly. */
  tracking_number: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>;
  note: string | null;
}

export interface OrderLinesTable {
  id: ColumnType<string, string | number | bigint | undefined, never>;
  order_id: BigIntColumn;
  product_id: number;
  quantity: Generated<number>;
  /** Gross, of one, in the currency of the order; below zero in a credit note. */
  price: NumericColumn;
}

export interface ProductsTable {
  id: Generated<number>;
  /** For people: `P-0021`. Unique. */
  sku: string;
  name: string;
  /** A key of `productCategories`. */
  category: string;
  /** Gross, in EUR. */
  price: NumericColumn;
  stock: Generated<number>;
  available_from: DateColumn;
  on_sale: Generated<boolean>;
}

/** Progress of seeding: one row per seeded table. */
export interface DemoProgressTable {
  table_name: string;
  /** Rows 1 to this one have been generated; those deleted since then stay deleted. */
  seeded_to: BigIntColumn;
  /** False until the table has been vacuumed and analysed after its last batch. */
  vacuumed: boolean;
}
