import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fragment, TextBuffer } from './textBuffer.ts';

it('adds texts, bytes, fragments and digits unchanged, in order, whatever its size', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  const addition = fc.oneof(
    fc.tuple(fc.constantFrom('text', 'bytes', 'fragment'), text),
    fc.tuple(fc.constant('number'), fc.nat()),
  );

  fc.assert(
    fc.property(fc.nat(40), fc.array(addition), (size, additions) => {
      const file = new TextBuffer(size);
      const counter = new Fragment(String(Number.MAX_SAFE_INTEGER));

      for (const [kind, content] of additions) {
        if (typeof content === 'number') {
          counter.setNumber(content);
          file.addFragment(counter);
          file.addDigits(content);
        } else if (kind === 'text') file.add(content);
        else if (kind === 'bytes') file.addBytes(Buffer.from(content));
        else file.addFragment(new Fragment(content));
      }

      const expected = additions.map(([, content]) =>
        typeof content === 'number' ? `${content}${content}` : Buffer.from(content).toString(),
      );
      expect(file.take().toString()).toBe(expected.join(''));
      expect(file.length).toBe(0);
    }),
  );
});

it('writes numbers with leading zeros, and replaces digits', () => {
  const file = new TextBuffer(1);
  file.addDigits(7, 3);
  file.addDigits(2_147_483_647);
  file.setDigits(1, 42, 2);

  expect(file.take().toString()).toBe('0422147483647');
});

it('lends its bytes, which later texts do not change until they are given back', () => {
  const file = new TextBuffer(8);
  file.add('first');
  const first = file.lend();
  file.add('second, which is longer');
  const second = file.lend();
  file.add('third');
  expect([first, second, file.take()].map(String)).toEqual(['first', 'second, which is longer', 'third']);
  file.giveBack(first);
  file.lend();
  file.add('4th');
  expect([String(first.subarray(0, 3)), String(second)]).toEqual(['4th', 'second, which is longer']);
});
