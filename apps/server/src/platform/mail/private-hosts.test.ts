import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowsInnerHosts,
  connectToMailServer,
  isInnerHost,
  isPublicAddress,
  publicLookup,
  type Resolver,
} from './private-hosts.ts';

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
    '2a00:1450:4001:81b::200e',
    '2606:4700::1111',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isInnerHost(address)).toBe(false);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.178.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:0a00:0001',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2001:0:53aa:64c:0:0:80ff:fffe',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isInnerHost(address)).toBe(true);
  });

  it('carried in one of IPv6 is never public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const prefix of ['::ffff:', '::', '64:ff9b::'])
          expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
      }),
    );
  });

  it('is no name: what is none is not public', () => {
    for (const text of ['', 'mail.firma.example', '1.2.3', '256.1.1.1'])
      expect(isPublicAddress(text)).toBe(false);
  });
});

describe('a host that was typed in', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    'mail.localhost',
    'exchange.local',
    'metadata.google.internal',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0xA9FEA9FE',
    '10.1',
  ])('%s names an inner network', (host) => {
    expect(isInnerHost(host)).toBe(true);
  });

  it.each(['mail.firma.example', 'smtp.10.example', 'localhost.example', '134744072'])(
    '%s is looked up first',
    (host) => {
      expect(isInnerHost(host)).toBe(false);
    },
  );
});

it('is allowed as the operator says, else where one house is alone', () => {
  expect([0, 1, 2].map((count) => allowsInnerHosts(null, count))).toEqual([true, true, false]);
  expect(allowsInnerHosts(undefined, 2)).toBe(false);
  expect(allowsInnerHosts('allowed', 2)).toBe(true);
  expect(allowsInnerHosts('refused', 1)).toBe(false);
});

it.each(['127.0.0.1', '::1', 'localhost', '127.1'])(
  'opens no connection to %s where it must not',
  async (host) => {
    await expect(connectToMailServer(host, 9, false, 5000)).rejects.toThrow('no public address');
  },
);

describe('a name server that lies', () => {
  const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });
  /** Answers its lists one after the other, the last one from then on. */
  const lying = (...answers: readonly (readonly string[])[]) => {
    let asked = 0;
    const resolver = (_name: string, _options: object, answer: (...given: unknown[]) => void) => {
      const found = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      setImmediate(() => answer(null, found.map(address)));
    };
    // Of the overloads of `lookup` only the one for all addresses is used.
    return { resolver: resolver as Resolver, asked: () => asked };
  };
  /** Addresses a connection is tried with, by Node itself; nothing is sent. */
  const tried = (resolver: Resolver) =>
    new Promise<string[]>((resolve) => {
      const found: string[] = [];
      const socket = connect({ host: 'falle.example', port: 443, lookup: publicLookup(resolver) });
      const end = () => {
        socket.destroy();
        resolve(found);
      };
      socket.on('lookup', (error: Error | null, ip: string) => {
        if (error === null) found.push(ip);
        end();
      });
      socket.on('error', end);
    });

  it('is asked once: the connection goes to the address that was looked at, whatever the next answer is', async () => {
    const { resolver, asked } = lying(['8.8.8.8'], ['127.0.0.1']);
    expect(await tried(resolver)).toEqual(['8.8.8.8']);
    expect(asked()).toBe(1);
    // The next connection looks again, and goes nowhere.
    expect(await tried(resolver)).toEqual([]);
  });

  it.each([
    [['10.0.0.1', '8.8.8.8', '::1'], '8.8.8.8'],
    [['fe80::1%eth0', '169.254.169.254', '2606:4700::1111'], '2606:4700::1111'],
  ])('that mixes %s leads to %s alone', async (answers, ip) => {
    const [first] = await tried(lying(answers).resolver);
    expect(first).toBe(ip);
    const all = await new Promise<unknown>((resolve) =>
      publicLookup(lying(answers).resolver)('falle.example', { all: true }, (_error, found) =>
        resolve(found),
      ),
    );
    expect(all).toEqual([address(ip)]);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a9fe:a9fe',
    'fd00::1',
    '169.254.169.254',
  ])('that says %s leads nowhere', async (ip) => {
    expect(await tried(lying([ip]).resolver)).toEqual([]);
  });
});
