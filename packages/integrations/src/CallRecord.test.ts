import { expect, it } from 'vitest';
import { printCall } from './CallRecord.ts';

it('prints a call with its request and response', () => {
  const written: string[] = [];
  printCall(
    {
      callId: 'c1',
      userId: 1,
      route: 'a',
      url: 'https://a.example/?token=***',
      method: 'POST',
      status: 500,
      error: 'refused',
      try: 2,
      direction: 'Outbound',
      duration: 12.345,
      createdAt: new Date(),
      payload: {
        request: { headers: { accept: '*/*' }, body: { a: 1 } },
        response: { headers: { 'content-type': 'text/plain' }, body: 'no\nway' },
      },
    },
    (text) => written.push(text),
  );

  expect(written.join('')).toBe(`→ POST https://a.example/?token=***  (call c1, try 2)
    accept: */*

    {
      "a": 1
    }
← 500: refused  (12.3 ms)
    content-type: text/plain

    no
    way
`);
});
