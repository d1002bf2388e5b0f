import { nextAddress, type Stage } from '../Stage.fixture.ts';
import { steadily } from './steadily.fixture.ts';

/** Another program asks for orders. Each call has a number in its address, by which its row in the log is found. */
export async function loadCalls(stage: Stage, signal: AbortSignal): Promise<void> {
  const orders = await stage.db.selectFrom('orders').select('number').orderBy('id').limit(500).execute();
  await steadily(160, signal, async (n) => {
    const number = orders[n % orders.length]?.number ?? '';
    const address = nextAddress(stage);
    const { status } = await stage.ledger.ask(
      'order called for',
      `${address}/api/shop/orders/${number}?n=${n}`,
      { headers: { 'x-api-key': stage.apiKey } },
    );
    stage.calls.set(`${n}`, { status, address, at: Date.now() });
  });
}
