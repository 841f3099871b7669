import type { CallAnswer } from '@depotwerk/api/call';
import { listFundsForWizard } from '@depotwerk/api/components/tariff-components';
import { listInsurers } from '@depotwerk/api/customers/customers';
import {
  listAllocationTypes,
  listGuaranteeTypes,
  listRankingTypes,
  listRiskTypes,
  listTariffComponentChoices,
  listTariffIssuers,
  listTariffOptimizationHints,
  listTariffTypes,
  listUniverseTypes,
} from '@depotwerk/api/tariffs/tariff-lookups';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { said } from '../../texts/texts.ts';

const root = 'tariff-lookups';
/** Fixed lists change with a release of the server only; their names are ours and said in the language in use. */
const fixed = { staleTime: 30 * 60_000, gcTime: 60 * 60_000 } as const;
/** Lists people edit. */
const edited = { staleTime: 60_000, gcTime: 30 * 60_000 } as const;

export const tariffTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'tariff-types'],
    queryFn: ({ signal }) => callApi(listTariffTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, name: said(type.name) })),
    ...fixed,
  });

export const guaranteeTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'guarantee-types'],
    queryFn: ({ signal }) => callApi(listGuaranteeTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, guaranteeTypeName: said(type.guaranteeTypeName) })),
    ...fixed,
  });

export const universeTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'universe-types'],
    queryFn: ({ signal }) => callApi(listUniverseTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, universeTypeName: said(type.universeTypeName) })),
    ...fixed,
  });

export const rankingTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'ranking-types'],
    queryFn: ({ signal }) => callApi(listRankingTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, rankingTypeName: said(type.rankingTypeName) })),
    ...fixed,
  });

export const allocationTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'allocation-types'],
    queryFn: ({ signal }) => callApi(listAllocationTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, allocationTypeName: said(type.allocationTypeName) })),
    ...fixed,
  });

export const riskTypesQuery = () =>
  queryOptions({
    queryKey: [root, 'risk-types'],
    queryFn: ({ signal }) => callApi(listRiskTypes, {}, { signal }),
    select: (types) => types.map((type) => ({ ...type, riskTypeName: said(type.riskTypeName) })),
    ...fixed,
  });

export const optimizationHintsQuery = () =>
  queryOptions({
    queryKey: [root, 'optimization-hints'],
    queryFn: ({ signal }) => callApi(listTariffOptimizationHints, {}, { signal }),
    select: (hints) =>
      hints.map((hint) => ({
        ...hint,
        optimizationHintName: said(hint.optimizationHintName),
        optimizationHintDescription: said(hint.optimizationHintDescription),
        optimizationHintAnswers: hint.optimizationHintAnswers.map(({ id, optimizationHintAnswerName }) => ({
          id,
          optimizationHintAnswerName: said(optimizationHintAnswerName),
        })),
      })),
    ...fixed,
  });

export const issuersQuery = () =>
  queryOptions({
    queryKey: [root, 'issuers'],
    queryFn: ({ signal }) => callApi(listTariffIssuers, {}, { signal }),
    ...edited,
  });

export const insurersQuery = () =>
  queryOptions({
    queryKey: [root, 'insurers'],
    queryFn: ({ signal }) => callApi(listInsurers, {}, { signal }),
    ...edited,
  });

/** All components of a kind, the inactive ones included: `choicesOf` hides them where they are not chosen. */
export const componentChoicesQuery = (kind: ComponentKind) =>
  queryOptions({
    queryKey: [root, 'components', kind],
    queryFn: ({ signal }) =>
      callApi(listTariffComponentChoices, { query: { kind, includeInactive: true } }, { signal }),
    ...edited,
  });

/** Funds by id as the wizards list them; `rankingTypeId` adds their rank. */
export const wizardFundsQuery = (ids: readonly number[], rankingTypeId?: number) =>
  queryOptions({
    queryKey: [root, 'funds', rankingTypeId ?? null, ids],
    queryFn: ({ signal }) =>
      ids.length === 0
        ? Promise.resolve([])
        : callApi(
            listFundsForWizard,
            { body: { ids: [...ids], ...(rankingTypeId === undefined ? {} : { rankingTypeId }) } },
            { signal },
          ),
    ...edited,
    placeholderData: keepPreviousData,
  });

/** Names of the funds that were loaded for any list or matrix, by id. */
export const knownFundNames = (): ReadonlyMap<number, string> =>
  new Map(
    queryClient
      .getQueriesData<CallAnswer<typeof listFundsForWizard>>({ queryKey: [root, 'funds'] })
      .flatMap(([, funds = []]) => funds.map(({ id, name }) => [id, name] as const)),
  );

/** Loads the names of funds that no list on the page has asked for. */
export async function loadFundNames(ids: readonly number[]): Promise<void> {
  const known = knownFundNames();
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) await queryClient.fetchQuery(wizardFundsQuery(missing));
}

/** After a component or issuer was created, changed or deleted: choices are read again. */
export function reloadLookups(what: 'components' | 'issuers' | 'insurers' | 'funds'): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [root, what] });
}

/** Inactive entries are hidden from a choice unless they are the chosen one. */
export function choicesOf<Choice extends { readonly id: string | number; readonly isInactive: boolean }>(
  choices: readonly Choice[],
  chosenId: Choice['id'] | null,
): readonly Choice[] {
  return choices.filter((choice) => !choice.isInactive || choice.id === chosenId);
}

/** A name of a fixed list read from the cache, which holds it as the server sent it; undefined until it is loaded. */
export const saidName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : said(name);
