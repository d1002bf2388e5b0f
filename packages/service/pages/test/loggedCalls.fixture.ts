import type { TestService } from '../../src/testing/startTestService.ts';

/** The call of three attempts. */
export const callId = '0b8f7a52-3a53-4f1e-9d0c-6a1d5b7f3c11';

/** Calls of the last hours, one of them in three attempts: without a response, refused, and successful. */
export async function logCalls(db: TestService['database']['db']): Promise<void> {
  const message = {
    headers: { accept: 'application/json', authorization: '[masked]' },
    body: { parcel: 'P-7', weight: 1.25, lines: [{ sku: 'A-1', pieces: 2 }] },
  };
  const rows = Array.from({ length: 60 }, (_, index) => {
    const created_at = new Date(Date.now() - index * 1_200_000);
    const isOfCall = index < 3;

    return {
      call_id: isOfCall ? callId : `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      user_id: index % 4 === 0 ? null : 1,
      route: 'users.tableData',
      url: `https://api.courier.example/v2/parcels/${index}?expand=lines,customer&language=en`,
      payload: { request: message, response: index === 2 ? null : message },
      method: index % 3 === 0 ? 'POST' : 'GET',
      status: index === 2 ? null : index % 7 === 1 ? 429 : index % 11 === 5 ? 503 : 200,
      error: index === 2 ? 'The connection was reset' : null,
      try: isOfCall ? 3 - index : 1,
      direction: index % 5 === 4 ? ('Inbound' as const) : ('Outbound' as const),
      duration: String(20 + (index % 9) * 45.5),
      created_at,
      updated_at: created_at,
    };
  });
  await db.insertInto('api_logs').values(rows).execute();
}
