import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { errorCode } from './database/database-errors.ts';
import { bareHost } from './http/bare-host.ts';

/** The certificate people's browsers are shown, as this process sees it. */
export interface SeenCertificate {
  readonly host: string;
  /** ISO instant; null where it could not be seen from here, or a browser would refuse it. */
  readonly validUntil: string | null;
  /** Browsers refuse it: it is over, or made for another name. */
  readonly isRefused: boolean;
}

/** Null where the installation names no https address of its own. */
export type CertificateReader = () => Promise<SeenCertificate | null>;

const patienceMs = 2000;
/** Certificates change every few weeks; the page that shows them asks twice a minute. */
const keptMs = 10 * 60_000;

const refusals: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Reads the certificate of the installation's own address, which whatever stands in front of it holds. Who has issued it is
 * the browsers' affair: a house's own authority need not be known here, and is then said to be unknown.
 */
export function createCertificateReader(
  publicOrigin: string | null,
  clock: () => number,
  authorities?: string,
): CertificateReader {
  let seen: { readonly at: number; readonly certificate: Promise<SeenCertificate | null> } | null = null;
  return () => {
    if (publicOrigin === null || !publicOrigin.startsWith('https:')) return Promise.resolve(null);
    if (seen === null || clock() - seen.at > keptMs)
      seen = { at: clock(), certificate: look(new URL(publicOrigin), authorities) };
    return seen.certificate;
  };
}

function look({ hostname, port }: URL, authorities: string | undefined): Promise<SeenCertificate> {
  const name = bareHost(hostname);
  return new Promise((resolve) => {
    const socket = connect({
      host: name,
      port: port === '' ? 443 : Number(port),
      // A name only: addresses are none.
      ...(isIP(name) === 0 && { servername: name }),
      ...(authorities !== undefined && { ca: authorities }),
    });
    const say = (validUntil: string | null, isRefused: boolean) => {
      resolve({ host: name, validUntil, isRefused });
      socket.destroy();
    };
    socket.setTimeout(patienceMs, () => say(null, false));
    socket.once('error', (error) => say(null, refusals.has(errorCode(error))));
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      say(Number.isNaN(until) ? null : new Date(until).toISOString(), false);
    });
  });
}
