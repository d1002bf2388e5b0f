import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  FilterOperator,
  Paginate,
  type PaginateConfig,
  type Paginated,
  type PaginateQuery,
  paginate,
} from 'nestjs-paginate';
import { EntitySchema, type EntitySchemaColumnOptions, type Repository } from 'typeorm';
import { ready, settings } from './server.ts';

type Row = Record<string, unknown>;

const CustomerEntity = new EntitySchema<Row>({
  name: 'customer',
  tableName: 'customers',
  columns: {
    id: { type: 'int', primary: true },
    name: { type: 'text' },
    country_code: { type: 'char', length: 2 },
  },
});

const columns: Record<string, EntitySchemaColumnOptions> = {
  id: { type: 'bigint', primary: true },
  number: { type: 'text' },
  status: { type: 'smallint' },
  total: { type: 'numeric', precision: 12, scale: 2 },
  tax: { type: 'numeric', precision: 12, scale: 2 },
  currency: { type: 'char', length: 3 },
  items: { type: 'int' },
  paid: { type: 'boolean', nullable: true },
  placed_at: { type: 'timestamptz' },
  delivered_on: { type: 'date', nullable: true },
};

const OrderEntity = new EntitySchema<Row>({
  name: 'order',
  tableName: 'orders',
  columns,
  relations: {
    customer: { type: 'many-to-one', target: 'customer', joinColumn: { name: 'customer_id' } },
  },
});

const config: PaginateConfig<Row> = {
  relations: { customer: true },
  sortableColumns: ['id', 'placed_at', 'currency', 'total'],
  defaultSortBy: [['placed_at', 'DESC']],
  searchableColumns: ['number', 'customer.name'],
  filterableColumns: { status: [FilterOperator.EQ] },
  select: [...Object.keys(columns), 'customer.id', 'customer.name', 'customer.country_code'],
  maxLimit: 100,
  optimizedCount: true,
};

class OrdersController {
  readonly orders: Repository<Row>;

  constructor(orders: Repository<Row>) {
    this.orders = orders;
  }

  findAll(query: PaginateQuery): Promise<Paginated<Row>> {
    return paginate(query, this.orders, config);
  }
}

class AppModule {}

// Node strips types but knows no decorators, so they are applied by hand.
InjectRepository(OrderEntity)(OrdersController, undefined, 0);
Paginate()(OrdersController.prototype, 'findAll', 0);
const findAll = Object.getOwnPropertyDescriptor(OrdersController.prototype, 'findAll');
if (findAll !== undefined) Get()(OrdersController.prototype, 'findAll', findAll);
Controller('orders')(OrdersController);
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: settings.databaseUrl,
      poolSize: settings.poolSize,
      entities: [OrderEntity, CustomerEntity],
    }),
    TypeOrmModule.forFeature([OrderEntity, CustomerEntity]),
  ],
  controllers: [OrdersController],
})(AppModule);

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error'],
});
await app.listen(0, '127.0.0.1');
ready(await app.getUrl());
