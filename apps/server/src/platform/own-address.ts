import { isIP } from 'node:net';

/** Where browsers find a server without a proxy in front; an IPv6 address stands in brackets. */
export const ownAddress = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
