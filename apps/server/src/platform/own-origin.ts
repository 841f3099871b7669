import type { Config } from './config.ts';

/**
 * Where browsers find this installation. Without an origin it listens on this machine alone, which `readConfig` sees to: the
 * host is then one that opens here, never 0.0.0.0.
 */
export const ownOrigin = ({
  publicOrigin,
  host,
  port,
}: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
