import { expect, test } from 'vitest';
import { reseauOf } from './limites.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:12:34:5:6:7:8', '2001:db8:12:34::/64'],
  ['2001:DB8:0012:34::8', '2001:db8:12:34::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('l\'adresse %s compte pour le réseau %s', (ip, reseau) => {
  expect(reseauOf(ip)).toBe(reseau);
});
