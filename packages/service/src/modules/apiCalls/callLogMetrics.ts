import type { CallLogState } from '@rowhouse/integrations';
import { Counter, Gauge, type Registry } from 'prom-client';

/** How the log of API calls is doing, in the metrics of this process. */
export function callLogMetrics(register: Registry, state: () => CallLogState): void {
  new Gauge({
    name: 'api_call_log_waiting',
    help: 'API calls that wait to be written into the log.',
    registers: [register],
    collect() {
      this.set(state().waiting);
    },
  });
  new Counter({
    name: 'api_call_log_records_total',
    help: 'API calls that were written into the log, dropped for want of room, or refused by the database.',
    labelNames: ['result'],
    registers: [register],
    collect() {
      const { written, dropped, failed } = state();
      this.reset();
      for (const [result, count] of Object.entries({ written, dropped, failed })) this.inc({ result }, count);
    },
  });
}
