import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds after a call in which somebody is still at the screen: the next one is likely to come. */
const attentionMs = 1000;

/** Whether somebody is served by this process at this moment. */
export type ArePeopleServed = () => boolean;

/** Nobody's at a screen: probes, and whoever watches how far work has come, who would hold it up by looking. */
const ofNobody = ['/api/health/', '/api/metrics', '/api/jobs/'];

const isOfPeople = (url = ''): boolean =>
  url.startsWith('/api/') && !ofNobody.some((start) => url.startsWith(start));

/** Watches for calls of people, so that work nobody waits for makes room while some come. A process without any has none. */
export function watchPeople(clock: () => number = () => performance.now()) {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    watch(server: Server): void {
      server.on('request', ({ url }: IncomingMessage) => {
        if (isOfPeople(url)) lastAt = clock();
      });
    },
    arePeopleServed: (): boolean => clock() - lastAt < attentionMs,
  };
}
