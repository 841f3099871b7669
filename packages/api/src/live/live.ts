import { isLiveTopic, type LiveTopic } from '@depotwerk/domain/live/live-topics';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** One event of the stream: kinds of what has changed. `everything` after a time in which nothing could be heard. */
export const liveChange = z.strictObject({
  topics: z.array(z.custom<LiveTopic>((word) => typeof word === 'string' && isLiveTopic(word))),
  everything: z.boolean(),
  /** Behind which the changes lie (`positionHeader`); left out = nobody knows, or it makes no difference. */
  position: z.optional(z.string()),
});

export const followChanges = defineCall({
  id: 'followChanges',
  area: 'live',
  method: 'GET',
  path: '/live',
  summary:
    'Server-sent events (text/event-stream): which kinds of things have changed in the house, never which of them. Ends after two minutes; ask again.',
  access: 'signedIn',
  answerKind: 'file',
  opensWhileViewing: true,
  // A page that hears this leaves: its session ended elsewhere. One whose access token is merely too old hears auth.unauthenticated.
  errors: ['auth.sessionOver', 'common.tooManyRequests', 'common.unavailable'],
});
