import { expect, it } from 'vitest';
import { addressKey } from './attemptLimits.ts';

it.each([
  ['203.0.113.7', 'address:203.0.113.7'],
  ['::ffff:203.0.113.7', 'address:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff::1', 'address:2001:db8:1:2::/64'],
  ['2001:db8::1', 'address:2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.1', 'address:64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ['::1', 'address:0:0:0:0::/64'],
])('counts the address %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
