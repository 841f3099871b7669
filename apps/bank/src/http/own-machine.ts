import type { FastifyRequest } from 'fastify';
import { BankError } from '../bank-error.ts';

const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses what a page of another site makes a browser send: the host must be this machine (a rebound name is not),
 * and an origin, where the browser tells one, must be ours. Following a link to our page stays possible.
 */
export function requireOwnMachine(request: FastifyRequest): void {
  const host = request.headers.host ?? '';
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwnName = ownNames.has(host.replace(/:\d+$/, ''));
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const isVisit = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (!isOwnName || !isOwnOrigin || !(isOwnSite || isVisit)) throw new BankError('control.foreign');
}
