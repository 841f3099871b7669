import { followChanges } from '@depotwerk/api/live/live';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import type { LiveStreams } from '../../platform/live/live-streams.ts';

/** What browsers hear while they look. */
export const liveRoutes = (streams: LiveStreams): Route[] => [
  route(followChanges, (context) =>
    Promise.resolve(
      Reply.file(
        { fileName: null, contentType: 'text/event-stream; charset=utf-8', body: streams.open(context) },
        // Proxies that gather answers would hold events back.
        { 'x-accel-buffering': 'no' },
      ),
    ),
  ),
];
