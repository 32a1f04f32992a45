import { expect, test } from 'vitest';
import { countsPerNetwork, widestNetworkOf, networksOf } from './limits.ts';

test.each([
  // ACC-36
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:12:34:5:6:7:8', ['2001:db8:12:34::/64', '2001:db8:12:0::/56', '2001:db8:12::/48']],
  ['2001:DB8:0012:3456::8', ['2001:db8:12:3456::/64', '2001:db8:12:3400::/56', '2001:db8:12::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
])("l'adresse %s compte pour les réseaux %j", (ip, networks) => {
  expect(networksOf(ip)).toEqual(networks);
  expect(widestNetworkOf(ip)).toBe(networks.at(-1));
});

test('un réseau plus large supporte plus', () => {
  // ACC-36
  const max = (ip: string) =>
    countsPerNetwork(ip, { max: 10, seconds: 60 }, (network) => `essai ${network}`).map(
      ({ cle, limit }) => [cle, limit.max],
    );
  expect(max('192.0.2.7')).toEqual([['essai 192.0.2.7', 10]]);
  expect(max('2001:db8:1:2::3')).toEqual([
    ['essai 2001:db8:1:2::/64', 10],
    ['essai 2001:db8:1:0::/56', 20],
    ['essai 2001:db8:1::/48', 40],
  ]);
});
