import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Reader } from '../database/database.ts';

/** What the operator says about mail servers in inner networks (`PRIVATE_MAIL_HOSTS`); null = nothing. */
export type PrivateMailHosts = 'allowed' | 'refused' | null;

/** Special-purpose addresses that lead nowhere or into inner networks (IANA registries, RFC 6890). */
const innerNetworks: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Teredo and 6to4 carry an address of IPv4 inside.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];
const inner = new BlockList();
for (const [network, prefix, family] of innerNetworks) inner.addSubnet(network, prefix, family);
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is one of the public network. Of IPv6 only global unicast is, so loopback, link-local and unique local
 * addresses and those that carry one of IPv4 (mapped, compatible, NAT64) are not, however they are written.
 */
export function isPublicAddress(written: string): boolean {
  const address = written.replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 4) return !inner.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

/**
 * Whether what was typed in names an inner network without being looked up: an address (also one written as a single number,
 * in octal or shortened, as the system would read it) or a name kept for this machine or inner networks.
 */
export function isInnerHost(host: string): boolean {
  const name = host.trim().toLowerCase().replace(/\.$/, '');
  if (isIP(name) !== 0) return !isPublicAddress(name);
  if (/(^|\.)(localhost|local|internal|home\.arpa)$/.test(name)) return true;
  // Reads numbers the way the lookup of the system does: 0x7f.1 and 2130706433 are 127.0.0.1.
  const read = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
  return isIP(read) !== 0 && !isPublicAddress(read);
}

/** The rule: what the operator says; else a house alone in its installation may have a mail server of its own network. */
export function allowsInnerHosts(setting: PrivateMailHosts | undefined, tenantCount: number): boolean {
  return setting ? setting === 'allowed' : tenantCount <= 1;
}

/** The rule for this installation as it is now. */
export async function mayUseInnerHosts(services: {
  readonly database: Reader;
  readonly privateMailHosts?: PrivateMailHosts;
}): Promise<boolean> {
  return allowsInnerHosts(services.privateMailHosts, await countTenants(services.database));
}

/**
 * How many houses share the installation. Inactive ones do not count: nobody signs in to them and nothing leaves them, so there is nobody
 * to reach into the network, and the mail server of the one that works must not stop with them.
 */
export async function countTenants(database: Reader): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    { tenantId: null, userId: null },
    { sql: 'select count(*)::int as count from list_tenants()', parameters: [] },
  );
  return row?.count ?? 0;
}

/** Asks the system for the addresses of a name, as `lookup` of node:dns does. */
export type Resolver = typeof lookup;

/**
 * Looks a name up and answers public addresses only; the connection goes to just these, so a second answer cannot differ.
 * @param resolve the system's; tests bring one that lies
 */
export const publicLookup =
  (resolve: Resolver): LookupFunction =>
  (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error ? [] : found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined) answer(error ?? new Error('no public address'), '', 0);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };

export const lookUpPublic: LookupFunction = publicLookup(lookup);

/** Opens a connection to a mail server. @throws when nobody answers in time, or it leads to an inner network and must not */
export function connectToMailServer(
  host: string,
  port: number,
  allowsInner: boolean,
  milliseconds: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // An address is not looked up.
    if (!allowsInner && isIP(host) !== 0 && !isPublicAddress(host)) {
      reject(new Error('no public address'));
      return;
    }
    const socket = connect({ host, port, ...(!allowsInner && { lookup: lookUpPublic }) });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      milliseconds,
    );
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Stays: whoever takes the socket over listens a moment later.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
