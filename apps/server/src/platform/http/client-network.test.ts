import { expect, it } from 'vitest';
import { clientAddressOf, clientNetworkOf } from './client-network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['unknown', 'unknown', null],
])('%s is counted as %s and %s', (address, network, site) => {
  expect(clientNetworkOf(address)).toEqual({ network, site });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', '10.0.0.9'],
  ['_hidden', '10.0.0.9'],
  ['', '10.0.0.9'],
  ["1'; drop", '10.0.0.9'],
])('a client named %s by our proxy is %s', (named, address) => {
  expect(clientAddressOf(named, '10.0.0.9')).toBe(address);
});
