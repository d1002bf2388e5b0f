import type { CallRecord } from '../CallRecord.ts';

/** Prints a masked attempt for a person to read: the debug output of API_DEBUG. */
export function printCall(record: CallRecord, write: (text: string) => void): void {
  const { payload, direction, method, url, status, error, duration } = record;
  const arrow = direction === 'Outbound' ? '→' : '←';
  const outcome = error === null ? `${status ?? 'no answer'}` : `${status ?? 'no answer'}: ${error}`;
  const lines = [
    `${arrow} ${method} ${url}  (call ${record.callId}, try ${record.try})`,
    ...message(payload.request),
    `${direction === 'Outbound' ? '←' : '→'} ${outcome}  (${duration.toFixed(1)} ms)`,
    ...(payload.response === null ? [] : message(payload.response)),
  ];

  write(`${lines.join('\n')}\n`);
}

function message({
  headers,
  body,
}: {
  readonly headers: Record<string, string>;
  readonly body: unknown;
}): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);

  return [
    ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`),
    ...(body === null || body === undefined ? [] : ['', ...text.split('\n').map((line) => `    ${line}`)]),
  ];
}
