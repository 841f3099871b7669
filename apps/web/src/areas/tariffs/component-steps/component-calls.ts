import {
  createAllocationComponent,
  createRiskComponent,
  createSelectionComponent,
  createUniverseComponent,
  getAllocationComponent,
  getRiskComponent,
  getSelectionComponent,
  getUniverseComponent,
  putAllocationComponent,
  putRiskComponent,
  putSelectionComponent,
  putUniverseComponent,
} from '@depotwerk/api/components/tariff-components';
import {
  allocationComponentBody,
  riskComponentBody,
  selectionComponentBody,
  universeComponentBody,
} from '@depotwerk/api/tariffs/tariff-fields';
import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type * as z from 'zod/mini';
import { callWithHeaders } from '../../../platform/api-client.ts';

/** A component as the calls answer it. */
export interface StoredAnswer<Draft> {
  readonly answer: {
    readonly id: string;
    readonly versionNumber: number;
    readonly rowVersion: number;
    readonly usedByCount: number;
    readonly component: Draft;
  };
  readonly etag: string | null;
}

interface ComponentCalls<Draft> {
  readonly body: z.ZodMiniType<Draft>;
  readonly load: (id: string, signal: AbortSignal) => Promise<StoredAnswer<Draft>>;
  readonly create: (draft: Draft, idempotencyKey: string) => Promise<StoredAnswer<Draft>>;
  readonly put: (id: string, draft: Draft, etag: string | null) => Promise<StoredAnswer<Draft>>;
}

const params = (id: string) => ({ params: { id } });
const ifMatch = (etag: string | null) => ({ ifMatch: etag ?? undefined });

// Bodies of calls are lists one may change, drafts are not: their lists are copied.
const riskBody = (draft: ComponentDrafts['risk']) => ({
  ...draft,
  tariffRiskItemsTargets: [...draft.tariffRiskItemsTargets],
  tariffRiskItemsRanges: [...draft.tariffRiskItemsRanges],
});
const universeBody = (draft: ComponentDrafts['universe']) => ({
  ...draft,
  tariffUniverseItems: [...draft.tariffUniverseItems],
});
const selectionBody = (draft: ComponentDrafts['selection']) => ({
  ...draft,
  tariffSelectedFunds: [...draft.tariffSelectedFunds],
});
const allocationBody = ({ views, ...draft }: ComponentDrafts['allocation']) => ({
  ...draft,
  ...(views && { views: [...views] }),
  peergroupIds: [...draft.peergroupIds],
  relationships: draft.relationships.map(({ peergroupId, relatedPeergroupIds }) => ({
    peergroupId,
    relatedPeergroupIds: [...relatedPeergroupIds],
  })),
  allocationItems: [...draft.allocationItems],
});

/** Calls of the four kinds of components. */
export const componentCalls: { readonly [Kind in ComponentKind]: ComponentCalls<ComponentDrafts[Kind]> } = {
  risk: {
    body: riskComponentBody,
    load: (id, signal) => callWithHeaders(getRiskComponent, params(id), { signal }),
    create: (draft, idempotencyKey) =>
      callWithHeaders(createRiskComponent, { body: riskBody(draft) }, { idempotencyKey }),
    put: (id, draft, etag) =>
      callWithHeaders(putRiskComponent, { ...params(id), body: riskBody(draft) }, ifMatch(etag)),
  },
  universe: {
    body: universeComponentBody,
    load: (id, signal) => callWithHeaders(getUniverseComponent, params(id), { signal }),
    create: (draft, idempotencyKey) =>
      callWithHeaders(createUniverseComponent, { body: universeBody(draft) }, { idempotencyKey }),
    put: (id, draft, etag) =>
      callWithHeaders(putUniverseComponent, { ...params(id), body: universeBody(draft) }, ifMatch(etag)),
  },
  selection: {
    body: selectionComponentBody,
    load: (id, signal) => callWithHeaders(getSelectionComponent, params(id), { signal }),
    create: (draft, idempotencyKey) =>
      callWithHeaders(createSelectionComponent, { body: selectionBody(draft) }, { idempotencyKey }),
    put: (id, draft, etag) =>
      callWithHeaders(putSelectionComponent, { ...params(id), body: selectionBody(draft) }, ifMatch(etag)),
  },
  allocation: {
    body: allocationComponentBody,
    load: (id, signal) => callWithHeaders(getAllocationComponent, params(id), { signal }),
    create: (draft, idempotencyKey) =>
      callWithHeaders(createAllocationComponent, { body: allocationBody(draft) }, { idempotencyKey }),
    put: (id, draft, etag) =>
      callWithHeaders(putAllocationComponent, { ...params(id), body: allocationBody(draft) }, ifMatch(etag)),
  },
};
