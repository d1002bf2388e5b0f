import { sql } from 'kysely';
import { pino } from 'pino';
import { seedDemo } from '../../../../../apps/demo/src/data/seedDemo.ts';
import { createService } from '../../../src/definition/createService.ts';
import { createApiKey } from '../../../src/modules/users/apiKeys/apiKeys.ts';
import { createUser } from '../../../src/modules/users/createUser.ts';
import { openProcess } from '../../../src/process/openProcess.ts';
import { demoDefinition } from '../../../src/testing/demoService.ts';
import { testPassword } from '../../../src/testing/startTestService.ts';

export const orderCount = 24_000;
const emails = ['ada', 'ben', 'cem', 'dora'].map((name) => `${name}@faults.example.com`);

export interface PreparedData {
  readonly people: readonly { readonly id: number; readonly email: string }[];
  readonly apiKey: string;
}

/** Migrates and fills a new database, without leaving a service running. */
export async function prepareData(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<PreparedData> {
  const config = createService().readConfig(
    { ...environment, ROWHOUSE_PORT: '0', ROWHOUSE_WORKERS: 'false' },
    folder,
  );
  const service = await openProcess(config, demoDefinition, {
    logger: pino({ level: 'silent' }),
    serve: {},
  });
  try {
    const { db } = service.database;
    await seedDemo(db, { orders: orderCount });
    await countDeliveries();
    const people: { id: number; email: string }[] = [];
    for (const email of emails) {
      const account = { email, role: 'administrator', name: email, password: testPassword };
      people.push({
        id: await createUser({ db, auth: service.context.auth, jobs: service.jobs }, account),
        email,
      });
    }

    return { people, apiKey: await createApiKey(db, { email: emails[0] ?? '', name: 'shop' }) };
  } finally {
    await service.stop();
  }

  /**
   * Records every delivery of an order, and leaves the order unchanged, so that an action that processes a row twice is
   * detected.
   */
  async function countDeliveries(): Promise<void> {
    const { db } = service.database;
    await sql`update orders set status = 2 where status = 4`.execute(db);
    await sql`create table deliveries (order_id bigint not null)`.execute(db);
    await sql`
      create function count_delivery() returns trigger language plpgsql as $$
      begin
        insert into deliveries values (old.id);
        new.status := old.status;
        new.delivered_on := old.delivered_on;
        return new;
      end $$`.execute(db);
    await sql`
      create trigger count_delivery before update on orders for each row
      when (old.status is distinct from new.status) execute function count_delivery()`.execute(db);
  }
}
