import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PackedCalls, unpackCalls } from './PackedCalls.ts';
import type { UnmaskedCall } from './UnmaskedCall.ts';

const text = fc.string({ unit: 'grapheme' });
const bytes = fc.uint8Array().map((values) => Buffer.from(values));
const message = fc.record({
  headers: fc.oneof(text, fc.dictionary(fc.stringMatching(/^x-[a-z]+$/), fc.oneof(text, fc.array(text)))),
  body: fc.oneof(text, bytes, fc.constant(null)),
  contentType: fc.option(text),
});
const call: fc.Arbitrary<UnmaskedCall> = fc.record({
  callId: fc.uuid(),
  userId: fc.option(fc.integer()),
  route: fc.option(text),
  url: text,
  method: fc.constantFrom('GET', 'POST'),
  status: fc.option(fc.integer({ min: 100, max: 599 })),
  error: fc.option(text),
  fault: fc.option(fc.record({ code: fc.constant('dns' as const), parameters: fc.dictionary(text, text) })),
  try: fc.integer({ min: 1, max: 9 }),
  direction: fc.constantFrom('Inbound', 'Outbound'),
  duration: fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => value + 0),
  createdAt: fc.date({ noInvalidDate: true }),
  secrets: fc.array(text),
  request: message,
  response: fc.option(message),
});

const unpacked = (packed: PackedCalls) => [...unpackCalls(packed.buffer, packed.length)];

describe('packed calls', () => {
  test('are read as they were added, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ call, mask: fc.nat() })), (calls) => {
        const packed = new PackedCalls();
        for (const { call: added, mask } of calls) packed.add(added, mask);

        expect(packed.count).toBe(calls.length);
        expect(unpacked(packed)).toEqual(calls);
      }),
    );
  });

  test('outgrow the first buffer', () => {
    const [one] = fc.sample(call, { numRuns: 1, seed: 1 });
    if (one === undefined) throw new Error('There is no sample.');
    const large = { ...one, request: { ...one.request, body: 'ä€😀'.repeat(50_000) } };
    const packed = new PackedCalls();
    for (let index = 0; index < 3; index += 1) packed.add(large, index);

    expect(unpacked(packed)).toEqual([0, 1, 2].map((mask) => ({ call: large, mask })));
  });

  test('are written over those of a buffer that is used again', () => {
    const [first, second] = fc.sample(call, { numRuns: 2, seed: 2 });
    if (first === undefined || second === undefined) throw new Error('There are no samples.');
    const before = new PackedCalls();
    for (let index = 0; index < 9; index += 1) before.add(first, index);
    const packed = new PackedCalls(before.buffer);
    packed.add(second, 7);

    expect(unpacked(packed)).toEqual([{ call: second, mask: 7 }]);
  });

  test('remain when a value of another one is not JSON', () => {
    const [good] = fc.sample(call, { numRuns: 1, seed: 3 });
    if (good === undefined) throw new Error('There is no sample.');
    const cyclic: Record<string, unknown> = {};
    cyclic.itself = cyclic;
    const bad = { ...good, request: { ...good.request, headers: cyclic as Record<string, string> } };
    const packed = new PackedCalls();
    packed.add(good, 0);

    expect(() => packed.add(bad, 0)).toThrow(/circular/);
    expect(packed.count).toBe(1);
    expect(unpacked(packed)).toEqual([{ call: good, mask: 0 }]);
  });
});
