import * as z from 'zod/mini';
import { displaySettings } from '../auth/account.ts';
import { callsOf } from '../call.ts';
import { id, pathId, text } from '../fields.ts';

/** Views of a list under a name: columns, filter, order and density, one's own or shared with a group. */

const defineCall = callsOf('savedViews');

/** Lists that have views. */
export const viewScreen = z.enum([
  'contracts',
  'customers',
  'funds',
  'tariffs',
  'tasks',
  'insurers',
  'issuers',
  'costModels',
  'peergroups',
  'fundCategories',
  'tags',
  'users',
  'documents',
  'orders',
  'approvals',
  'jobs',
  'audit',
  'groups',
  'roles',
  'components',
  'continuousPlans',
  'traderDepots',
  'fundsWithIssue',
]);
export type ViewScreen = z.infer<typeof viewScreen>;

const columnKey = z.string().check(z.maxLength(60), z.regex(/^[A-Za-z.]+$/));

const draft = z.strictObject({
  savedViewName: text(100, 1),
  /** Keys of the shown columns in their order; null = the list's own. */
  columns: z.nullable(z.array(columnKey).check(z.minLength(1), z.maxLength(60))),
  /** Widths in pixels columns were given, by key; absent = none, and always so with a page or server of the release before. */
  widths: z.optional(
    z
      .record(columnKey, z.int().check(z.minimum(10), z.maximum(999)))
      .check(z.refine((widths) => Object.keys(widths).length <= 60, { error: 'tooMany' })),
  ),
  /** Members of the list's address; what a list does not know it leaves out. The text of a search is never one of them. */
  filters: z
    .record(z.string().check(z.regex(/^(?!search$)[A-Za-z]{1,40}$/)), text(100, 1))
    .check(z.refine((filters) => Object.keys(filters).length <= 40, { error: 'tooMany' })),
  /** As in the address: `-totalValue`; null = the list's own order. */
  sort: z.nullable(z.string().check(z.maxLength(200), z.regex(/^-?[A-Za-z.]+$/))),
  /** null = as chosen for all tables. */
  density: z.nullable(displaySettings.shape.density),
  /** Shared with this group and everything below it; null = nobody. */
  groupId: z.nullable(id),
});

export const savedView = z.strictObject({
  ...draft.shape,
  id,
  screenKey: viewScreen,
  /** The caller's list opens with it. */
  isDefault: z.boolean(),
  isShared: z.boolean(),
  groupName: z.nullable(z.string()),
  /** Only its maker changes it. */
  isOwn: z.boolean(),
  /** Whoever may share with its group deletes what somebody shared there who may not sign in any more; absent = as `isOwn`. */
  mayDelete: z.optional(z.boolean()),
  ownerName: z.string(),
  rowVersion: z.int(),
});
export type SavedView = z.infer<typeof savedView>;

export const listSavedViews = defineCall({
  id: 'listSavedViews',
  method: 'GET',
  path: '/saved-views',
  summary:
    'Views of a list, or without one of all lists: own ones, then those shared with the caller, by name.',
  access: 'signedIn',
  query: z.strictObject({ screenKey: z.optional(viewScreen) }),
  answer: z.array(savedView),
});

const errors = ['auth.forbidden', 'common.validationFailed', 'masterData.nameExists'] as const;

export const createSavedView = defineCall({
  id: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  summary: 'Keeps a view; sharing it with a group takes savedViews.share.',
  access: 'signedIn',
  needsIdempotencyKey: true,
  body: z.strictObject({ screenKey: viewScreen, ...draft.shape }),
  answer: savedView,
  status: 201,
  errors: [...errors, 'common.quotaExceeded'],
});

export const putSavedView = defineCall({
  id: 'putSavedView',
  method: 'PUT',
  path: '/saved-views/:id',
  summary: "Changes a view of one's own.",
  access: 'signedIn',
  needsIfMatch: true,
  params: pathId,
  body: draft,
  answer: savedView,
  errors: [...errors, 'common.notFound', 'common.versionConflict'],
});

export const deleteSavedView = defineCall({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/saved-views/:id',
  summary: "Deletes a view of one's own; whoever had it as default has the list's own again.",
  access: 'signedIn',
  needsIfMatch: true,
  params: pathId,
  errors: ['common.notFound', 'common.versionConflict'],
});

export const putDefaultView = defineCall({
  id: 'putDefaultView',
  method: 'PUT',
  path: '/saved-views/defaults/:screenKey',
  summary: "With which view the caller's list opens; null = the list's own.",
  access: 'signedIn',
  params: z.strictObject({ screenKey: viewScreen }),
  body: z.strictObject({ viewId: z.nullable(id) }),
  errors: ['common.validationFailed'],
});
