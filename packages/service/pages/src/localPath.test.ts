import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath } from './localPath.ts';

const origin = 'https://rowhouse.example';

describe('The path after signing in', () => {
  it('is the requested one, with its query', () => {
    expect(localPath('/orders?orders.search=smith#row', origin)).toBe('/orders?orders.search=smith#row');
  });

  it.each([
    undefined,
    null,
    ['/orders'],
    '',
    'orders',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/orders/..//evil.example',
    'javascript:alert(1)',
    '/sign-in?to=/sign-in',
    '/%',
  ])('is the start page, or still of this site, for %j', (wanted) => {
    const path = localPath(wanted, origin);
    expect(path.startsWith('//')).toBe(false);
    expect(new URL(path, origin).origin).toBe(origin);
    if (wanted !== '/%') expect(path).toBe('/');
  });

  it('never returns a URL of another site', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '@', ':', 'e', '\t', '\n', '?', '#', '%', ' '),
    });
    fc.assert(
      fc.property(hostile, fc.string(), (start, rest) => {
        const path = localPath(`/${start}${rest}`, origin);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(path).toMatch(/^\/(?!\/)/);
      }),
    );
  });
});
