import { isIP } from 'node:net';

/**
 * What of a client's address is counted. One subscriber of IPv6 has a whole /64 to himself and often a /56 or /48, so
 * single addresses say nothing: counted are the /64 and, with a higher bound, the /48 above it. An address of IPv4
 * (also one written as `::ffff:192.0.2.1`) is counted as it is and has no site.
 */
export interface ClientNetwork {
  /** The address (IPv4) or its /64, e.g. `2001:db8:1:2::/64`. */
  readonly network: string;
  /** The /48, e.g. `2001:db8:1::/48`; null for IPv4. */
  readonly site: string | null;
}

/**
 * A client's address: without the port some proxies write behind it (`192.0.2.1:5050`, `[2001:db8::1]:5050`), which would make
 * every connection another client, and without the zone of a link-local one. What is no address at all (`unknown`) says
 * nothing of the client: then it is the proxy that is known.
 * @param named as the socket or our own proxy named it
 * @param peer other end of the connection
 */
export function clientAddressOf(named: string, peer: string): string {
  const bare = /^\[(.*)\](?::\d{1,5})?$/.exec(named)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(named)?.[1] ?? named;
  const plain = bare.replace(/%.*$/, '');
  return isIP(plain) === 0 ? peer.replace(/%.*$/, '') : plain;
}

/** @param address as the socket or our own proxy named it; anything else is counted as it is */
export function clientNetworkOf(address: string): ClientNetwork {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return { network: mapped, site: null };
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return { network: address, site: null };
  const groups = expand(plain);
  return { network: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` };
}

/** The first groups of an IPv6 address as hexadecimal without leading zeros; `::` is filled up to eight. */
function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  // An IPv4 ending counts as two groups; it lies behind those we look at.
  const length = [...first, ...last].reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const zeros = Array.from({ length: Math.max(0, 8 - length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
