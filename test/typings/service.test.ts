import {
  type Context,
  defineJob,
  defineModule,
  defineService,
  type JobType,
  type Module,
  type ServiceDefinition,
} from '@rowhouse/service';
import { Type } from 'typebox';
import { expectTypeOf, it } from 'vitest';

/** Types that users of @rowhouse/service rely on. `npm run check:types` checks them; nothing here has to run. */

it('types the data of a job from its schema, or from the type argument', () => {
  const report = defineJob({ name: 'report', queue: 'heavy', data: Type.Object({ month: Type.String() }) });
  expectTypeOf(report).toEqualTypeOf<JobType<{ month: string }>>();
  const reminder = defineJob<{ day: number }>({ name: 'reminder', queue: 'heavy' });
  expectTypeOf(reminder).toEqualTypeOf<JobType<{ day: number }>>();

  report.handledBy({
    run: async (data) => {
      expectTypeOf(data).toEqualTypeOf<{ month: string }>();
    },
  });
  async ({ jobs }: Context) => {
    await jobs.send(report, { month: '2026-11' });
    // @ts-expect-error The month is a text.
    await jobs.send(report, { month: 11 });
    // @ts-expect-error The month is missing.
    await jobs.send(report, {});
  };
});

it('types the context of a module', () => {
  const shop = defineModule({
    name: 'shop',
    jobs: (context) => {
      expectTypeOf(context.jobs.send).toBeFunction();
      expectTypeOf(context.mail.send).toBeFunction();

      return [];
    },
  });
  expectTypeOf(shop).toExtend<Module>();
  // @ts-expect-error A module needs a name.
  defineModule({});
  // @ts-expect-error There is no such key.
  defineModule({ name: 'shop', tabels: [] });
});

it('types a service', () => {
  expectTypeOf(defineService({ modules: [] })).toExtend<ServiceDefinition>();
  // @ts-expect-error There is no such key.
  defineService({ module: [] });
  // @ts-expect-error A database needs an address.
  defineService({ databases: { crm: {} } });
});
