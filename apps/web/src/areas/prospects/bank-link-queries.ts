import type { CallAnswer } from '@depotwerk/api/call';
import {
  type BankLink,
  confirmBankLink,
  endBankLink,
  getBankLink,
  listAnalysisBanks,
  listBankDepots,
  readBankHoldings,
  selectBankLinkMethod,
  startBankLink,
} from '@depotwerk/api/prospects/analysis-bank';
import { bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

export type AnalysisBank = CallAnswer<typeof listAnalysisBanks>[number];
export type BankDepots = CallAnswer<typeof listBankDepots>;

export const analysisBanksQuery = (guid: string) =>
  queryOptions({
    queryKey: ['depotanalysis', guid, 'banks'],
    queryFn: ({ signal }) => callApi(listAnalysisBanks, { params: { guid } }, { signal }),
    staleTime: 5 * 60_000,
    // Search and file are there meanwhile; somebody who wants a bank tries again there.
    retry: false,
  });

/** How far the link is; asked again and again while the bank's app is to answer. */
export const bankLinkQuery = (guid: string) =>
  queryOptions({
    queryKey: ['depotanalysis', guid, 'bank-link'],
    queryFn: async ({ signal }) => (await callApi(getBankLink, { params: { guid } }, { signal })).link,
    refetchInterval: ({ state }) =>
      state.data?.state === 'pending' && state.data.pollAfterSeconds !== null
        ? state.data.pollAfterSeconds * 1000
        : false,
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const bankDepotsQuery = (guid: string) =>
  queryOptions({
    queryKey: ['depotanalysis', guid, 'bank-depots'],
    queryFn: ({ signal }) => callApi(listBankDepots, { params: { guid } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const signInAtBank = (
  guid: string,
  login: { readonly issuerId: number; readonly loginName: string; readonly password: string },
): Promise<BankLink> =>
  callApi(startBankLink, { params: { guid }, body: { ...login, consentVersion: bankConsentVersion } });

export const selectMethod = (guid: string, tokenProviderId: string): Promise<BankLink> =>
  callApi(selectBankLinkMethod, { params: { guid }, body: { tokenProviderId } });

export const confirmByCode = (guid: string, token: string): Promise<BankLink> =>
  callApi(confirmBankLink, { params: { guid }, body: { token } });

export const readDepots = (guid: string, externalKeys: readonly string[]) =>
  callApi(readBankHoldings, { params: { guid }, body: { externalKeys: [...externalKeys] } });

export const leaveBank = (guid: string) => callApi(endBankLink, { params: { guid } });
