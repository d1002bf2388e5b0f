import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDownloadToken, downloadToken, rowsOf, viewOf } from './presentJob.ts';

const secret = 'a secret of the service';
const expires = new Date('2026-11-22T12:00:00Z');
const before = new Date('2026-11-22T11:59:59Z');
const download = { id: '12', owner: 7, expires };
const token = downloadToken(secret, download);
const check = (given: string, { id = '12', owner = 7, at = before, by = secret } = {}) =>
  checkDownloadToken(by, given, { id, owner }, at);

describe('The token of a download', () => {
  it('is valid until it expires', () => {
    expect(check(token)).toBe('valid');
    expect(check(token, { at: expires })).toBe('expired');
  });

  it('is valid for one file, one owner and one service only', () => {
    expect(check(token, { id: '13' })).toBe('forged');
    expect(check(token, { owner: 8 })).toBe('forged');
    expect(check(token, { by: 'another secret' })).toBe('forged');
    // The signed parts cannot be split in another way.
    const shifted = downloadToken(secret, { ...download, id: '1', owner: 27 });
    expect(check(shifted)).toBe('forged');
  });

  it('cannot be extended', () => {
    const [, signature] = token.split('.');
    expect(check(`${Math.floor(expires.getTime() / 1000) + 1}.${signature}`, { at: expires })).toBe('forged');
  });

  it('is forged if any character is changed, removed or added', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 3 }), (at, by) => {
        const changed = token.slice(0, at) + by + token.slice(at + 1);
        fc.pre(changed !== token);
        // The last character of base64 has unused bits.
        fc.pre(!isSameSignature(changed));
        expect(check(changed)).toBe('forged');
      }),
    );
  });

  it('cannot be any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 40 })), (given) => {
        expect(check(given)).toBe('forged');
      }),
    );
    for (const given of [
      '',
      '.',
      '1.',
      `.${'A'.repeat(43)}`,
      `1e9.${'A'.repeat(43)}`,
      `-1.${'A'.repeat(43)}`,
    ]) {
      expect(check(given)).toBe('forged');
    }
  });
});

function isSameSignature(other: string): boolean {
  const [seconds, signature = ''] = other.split('.');
  const [own, ownSignature = ''] = token.split('.');

  return (
    seconds === own &&
    signature.length === ownSignature.length &&
    Buffer.from(signature, 'base64url').equals(Buffer.from(ownSignature, 'base64url'))
  );
}

describe('The rows of a job', () => {
  it.each([
    ['all', { internalFilters: [], filters: null, meta: { search: ' ' } }],
    ['all', null],
    ['matching', { meta: { search: 'smith' } }],
    ['matching', { internalFilters: [{ data: 'orders.status', value: [1] }] }],
    ['matching', { where: { data: 'orders.paid', operator: 'isEmpty' } }],
    ['selected', { only: [1, 2], where: { data: 'orders.paid', operator: 'isEmpty' } }],
  ])('are %s for %j', (rows, payload) => {
    expect(rowsOf(payload)).toBe(rows);
  });
});

describe('The view of an export', () => {
  it.each([
    [{ view: { name: ' Late ' } }, { name: 'Late' }],
    [{ view: { name: 'Late', changed: true } }, { name: 'Late', changed: true }],
    [{ view: { name: 'x'.repeat(300), changed: 'yes' } }, { name: 'x'.repeat(200) }],
    [{ view: { name: ' ' } }, null],
    [{ view: 'Late' }, null],
    [{}, null],
    [null, null],
  ])('of %j is %j', (payload, expected) => {
    expect(viewOf(payload)).toEqual(expected);
  });
});
