import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { getRiskComponent } from '@depotwerk/api/components/tariff-components';
import { listFundPeergroups } from '@depotwerk/api/funds/funds';
import { computeAutomaticAllocation, readPeergroupRisks } from '@depotwerk/api/tariffs/tariff-lookups';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { componentListKey } from '../component-list/component-queries.ts';

export type PeergroupCategory = CallAnswer<typeof listFundPeergroups>[number];
export type PeergroupRisks = CallAnswer<typeof readPeergroupRisks>;
export type AutomaticRequest = CallInput<typeof computeAutomaticAllocation>['body'];
export type AutomaticAnswer = CallAnswer<typeof computeAutomaticAllocation>;

const edited = { staleTime: 60_000, gcTime: 30 * 60_000 } as const;

/** All peer groups by category. */
export const peergroupsQuery = () =>
  queryOptions({
    queryKey: ['tariff-lookups', 'peergroups'],
    queryFn: ({ signal }) => callApi(listFundPeergroups, {}, { signal }),
    ...edited,
  });

/** Targets and ranges of a risk component. */
export const riskComponentQuery = (id: string) =>
  queryOptions({
    queryKey: [componentListKey, 'risk-component', id],
    queryFn: async ({ signal }) =>
      (await callApi(getRiskComponent, { params: { id } }, { signal })).component,
    ...edited,
  });

/** Risk figures of peer groups, and the covariance of those that have risk data. */
export interface PeergroupFigures {
  readonly peergroups: PeergroupRisks['peergroups'];
  /** Annual, in the order of `covarianceIds`; null when no group has risk data. */
  readonly covariance: PeergroupRisks['covariance'];
  readonly covarianceIds: readonly number[];
}

const readRisks = (peergroupIds: readonly number[], riskTypeId: number, signal: AbortSignal) =>
  callApi(readPeergroupRisks, { body: { peergroupIds: [...peergroupIds], riskTypeId } }, { signal });

/** Risk figures of peer groups. One group without risk data must not keep all others from being rated. */
export const peergroupRisksQuery = (peergroupIds: readonly number[], riskTypeId: number) =>
  queryOptions({
    queryKey: ['tariff-lookups', 'peergroup-risks', riskTypeId, peergroupIds],
    queryFn: async ({ signal }): Promise<PeergroupFigures> => {
      const { peergroups, covariance } = await readRisks(peergroupIds, riskTypeId, signal);
      const known = peergroups.flatMap((group) => (group.volatility === null ? [] : group.peergroupId));
      if (covariance !== null || known.length === 0)
        return { peergroups, covariance, covarianceIds: covariance ? peergroupIds : [] };
      const rest = await readRisks(known, riskTypeId, signal);
      return { peergroups, covariance: rest.covariance, covarianceIds: known };
    },
    ...edited,
    placeholderData: keepPreviousData,
  });

/** So many groups are asked for at once: each answer brings their covariance, which grows with the square. */
const groupsAtOnce = 60;

/** What every peer group of the house measures. */
export const allPeergroupFiguresQuery = (riskTypeId: number) =>
  queryOptions({
    queryKey: ['tariff-lookups', 'peergroup-figures', riskTypeId],
    queryFn: async ({ client, signal }) => {
      const categories = await client.fetchQuery(peergroupsQuery());
      const ids = categories.flatMap(({ peergroups }) => peergroups.map(({ id }) => id));
      const pieces = Array.from({ length: Math.ceil(ids.length / groupsAtOnce) }, (_none, piece) =>
        readRisks(ids.slice(piece * groupsAtOnce, (piece + 1) * groupsAtOnce), riskTypeId, signal),
      );
      return (await Promise.all(pieces)).flatMap(({ peergroups }) => peergroups);
    },
    ...edited,
  });

/** The matrix by an allocation type. */
export const computeAllocation = (request: AutomaticRequest, signal: AbortSignal) =>
  callApi(computeAutomaticAllocation, { body: request }, { signal });

/** Efficient frontier of peer groups; what the classes are plays no part in it. */
export const frontierQuery = (request: Omit<AutomaticRequest, 'relationships'>) =>
  queryOptions({
    queryKey: ['tariff-lookups', 'frontier', request.peergroupIds],
    queryFn: async ({ signal }) =>
      (await computeAllocation({ ...request, relationships: [] }, signal)).frontier,
    ...edited,
  });
