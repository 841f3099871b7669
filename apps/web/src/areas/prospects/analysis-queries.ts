import type { CallAnswer } from '@depotwerk/api/call';
import {
  type AnalysisContact,
  type AnalysisHolding,
  type AnalysisResult,
  calculateDepotAnalysis,
  type DepotAnalysis,
  deleteDepotAnalysis,
  getAnalysisPaper,
  getDepotAnalysis,
  putDepotAnalysis,
  readHoldingFile,
  searchAnalysisFunds,
  submitDepotAnalysis,
} from '@depotwerk/api/prospects/depot-analysis';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callFile } from '../../platform/api-client.ts';
import { saveFile } from '../../platform/save-file.ts';
import { base64Of } from '../../platform/upload-check.ts';
import { wordsOfRules } from '../../texts/texts.ts';

export type HoldingFile = CallAnswer<typeof readHoldingFile>;
export type FoundFund = CallAnswer<typeof searchAnalysisFunds>[number];

export const analysisQuery = (guid: string) =>
  queryOptions({
    queryKey: ['depotanalysis', guid],
    queryFn: async ({ signal }) => {
      // Questions, hints and refused lines are told in German by the server.
      const words = wordsOfRules();
      const analysis = await callApi(getDepotAnalysis, { params: { guid } }, { signal });
      await words;
      return analysis;
    },
    // What is typed here is newer than what was stored.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const foundFundsQuery = (guid: string, search: string | undefined) =>
  queryOptions({
    queryKey: ['depotanalysis', guid, 'funds', search],
    queryFn: ({ signal }) =>
      callApi(searchAnalysisFunds, { params: { guid }, query: { search: search ?? '' } }, { signal }),
    enabled: search !== undefined,
  });

/** Stores what is typed; holdings without units and value are still being typed. @returns the new version */
export async function storeAnalysis(
  guid: string,
  { answers, holdings }: { answers: Answers; holdings: readonly AnalysisHolding[] },
  version: number,
  outlivesPage: boolean,
): Promise<number> {
  const { rowVersion } = await callApi(
    putDepotAnalysis,
    {
      params: { guid },
      body: {
        answers: [...answers].map(([questionId, value]) => ({
          questionId,
          // Choices are read-only here and a plain list in the call.
          value: value as DepotAnalysis['answers'][number]['value'],
        })),
        holdings: holdings.filter(isComplete),
      },
    },
    { ifMatch: `"${version}"`, outlivesPage },
  );
  return rowVersion;
}

export const isComplete = ({ quantity, value }: AnalysisHolding): boolean =>
  quantity !== null || value !== null;

export const readFile = async (guid: string, file: File): Promise<HoldingFile> =>
  callApi(readHoldingFile, {
    params: { guid },
    body: {
      fileName: file.name,
      contentBase64: base64Of(new Uint8Array(await file.arrayBuffer())),
    },
  });

export const calculate = (guid: string): Promise<AnalysisResult & { rowVersion: number }> =>
  callApi(calculateDepotAnalysis, { params: { guid } });

export async function savePaper(guid: string): Promise<void> {
  saveFile(await callFile(getAnalysisPaper, { params: { guid } }, 'Depotanalyse.pdf'));
}

export const submitContact = (guid: string, body: AnalysisContact) =>
  callApi(submitDepotAnalysis, { params: { guid }, body });

export const deleteAnalysis = (guid: string) => callApi(deleteDepotAnalysis, { params: { guid } });
