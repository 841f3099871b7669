import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { fraction, queryInteger, text } from '../fields.ts';
import { fund } from '../funds/funds.ts';

const defineCall = callsOf('search');

/** What a stable link can name: mails, PDFs and pushes carry `/goto/<type>/<id>`. */
export const gotoTargetTypes = [
  'contract',
  'customer',
  'tariff',
  'report',
  'task',
  'job',
  'prospect',
  'document',
] as const;
export type GotoTargetType = (typeof gotoTargetTypes)[number];

/** A page of this application: never a host, never a scheme. */
const ownPath = z.string().check(z.regex(/^\/(?![/\\])/), z.maxLength(500));

export const getGotoTarget = defineCall({
  id: 'getGotoTarget',
  method: 'GET',
  path: '/goto/:targetType/:targetId',
  summary:
    'The page a stable link leads to: a contract by number or id, a tariff by key or id, the others by id. What is foreign, missing or not for the caller is 404 alike.',
  access: 'signedIn',
  params: z.strictObject({ targetType: z.enum(gotoTargetTypes), targetId: text(50, 1) }),
  query: z.strictObject({ issuerId: z.optional(queryInteger(1, 2_147_483_647)) }),
  answer: z.strictObject({ path: ownPath }),
  errors: ['common.notFound'],
});

export const searchHitTypes = ['customer', 'contract', 'fund', 'tariff', 'document', 'user'] as const;
export type SearchHitType = (typeof searchHitTypes)[number];

/** Kinds found where the caller names none: those a page of any release knows, and so no kind added later. */
export const unaskedHitTypes = [
  'customer',
  'contract',
  'fund',
  'tariff',
  'user',
] as const satisfies readonly SearchHitType[];

const searchHit = z.strictObject({
  type: z.enum(searchHitTypes),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  path: ownPath,
  /** What a fund is chosen by, null = not known; null for everything else. */
  fund: z.nullable(
    z.strictObject({
      ongoingFee: z.nullable(fraction),
      riskIndicator: fund.shape.riskIndicator,
      isInactive: z.boolean(),
    }),
  ),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchEverything = defineCall({
  id: 'searchEverything',
  mayLag: true,
  method: 'GET',
  path: '/search',
  summary:
    'The best hits of each kind asked for and the caller may see; documents only where `types` names them.',
  access: 'signedIn',
  query: z.strictObject({
    query: text(100, 2),
    types: z.optional(z.string().check(z.regex(/^[a-z]{1,20}(,[a-z]{1,20}){0,9}$/))),
  }),
  answer: z.array(searchHit),
});

export const listOpenedLast = defineCall({
  id: 'listOpenedLast',
  method: 'GET',
  path: '/search/opened-last',
  summary:
    'The contracts, customers, funds and tariffs the caller opened last, newest first, as she may see them now; what is deleted or no longer hers to see is left out.',
  access: 'signedIn',
  answer: z.array(searchHit),
});

/** Opening a fund or tariff is no read the log keeps: the browser says so. */
export const openedTypes = ['fund', 'tariff'] as const;

export const noteOpened = defineCall({
  id: 'noteOpened',
  method: 'PUT',
  path: '/search/opened-last/:objectType/:objectId',
  summary: 'The caller opened this fund or tariff just now; what she may not see is 404.',
  access: 'signedIn',
  params: z.strictObject({ objectType: z.enum(openedTypes), objectId: text(36, 1) }),
  errors: ['common.notFound'],
});

/** What can be a favourite: what one comes back to. */
export const favouriteTypes = ['customer', 'contract', 'fund', 'tariff'] as const;
export type FavouriteType = (typeof favouriteTypes)[number];

export const listFavourites = defineCall({
  id: 'listFavourites',
  method: 'GET',
  path: '/search/favourites',
  summary:
    "The caller's favourites by name, as she may see them now; what is deleted or no longer hers to see is left out.",
  access: 'signedIn',
  answer: z.array(searchHit),
});

export const putFavourite = defineCall({
  id: 'putFavourite',
  method: 'PUT',
  path: '/search/favourites/:objectType/:objectId',
  summary: 'Makes something a favourite of the caller or no longer; what she may not see is 404.',
  access: 'signedIn',
  params: z.strictObject({ objectType: z.enum(favouriteTypes), objectId: text(36, 1) }),
  body: z.strictObject({ isFavourite: z.boolean() }),
  errors: ['common.notFound', 'common.quotaExceeded'],
});
