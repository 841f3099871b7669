import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { largestUpload } from './upload-turns.ts';

/** Milliseconds any body may take, however little of it comes. */
const patienceMs = 30_000;
/** What a body must have brought in every second since it began, once it takes longer: a line of 0.26 Mbit/s does. */
const leastBytesASecond = 32 * 1024;
/** How often it is looked at. */
const lookMs = 2000;

/** The largest body at the least rate: nothing honest takes longer. */
export const longestRequestMs = patienceMs + (largestUpload / leastBytesASecond) * 1000;

interface Body {
  readonly answer: Pick<ServerResponse, 'headersSent'>;
  readonly startedAt: number;
  readonly bytesBefore: number;
  isRefused: boolean;
}

/** As Node tells its own limits: one place answers all of them. */
const tooSlow = () =>
  Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Gives up bodies that come too slowly, with 408: a file over a poor line arrives, and whoever only wants to hold a connection
 * loses it after half a minute, or must send as much as an honest one. The limit of the body ends that, too.
 */
export function refuseSlowBodies(server: Server, clock: () => number = () => performance.now()): void {
  const coming = new Map<IncomingMessage, Body>();

  function look(): void {
    const now = clock();
    for (const [request, body] of coming) {
      const { socket } = request;
      // Whoever was told goes on sending: nobody reads it any more.
      if (body.isRefused) socket.destroy();
      const tookMs = now - body.startedAt;
      if (tookMs <= patienceMs || body.isRefused) continue;
      if ((socket.bytesRead - body.bytesBefore) * 1000 >= tookMs * leastBytesASecond) continue;
      body.isRefused = true;
      // Whoever was answered before all of it came gets no second answer: the next one on the line would be taken for it.
      if (body.answer.headersSent) socket.end();
      else server.emit('clientError', tooSlow(), socket);
    }
  }

  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return;
    coming.set(request, {
      answer,
      startedAt: clock(),
      bytesBefore: request.socket.bytesRead,
      isRefused: false,
    });
    const forget = () => coming.delete(request);
    request.once('end', forget).once('close', forget);
  });
  const timer = setInterval(look, lookMs).unref();
  server.once('close', () => clearInterval(timer));
}
