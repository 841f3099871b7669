import { type FundDocumentType, listFundDocuments } from '@depotwerk/api/documents/fund-documents';
import { searchFunds } from '@depotwerk/api/funds/funds';
import { isIsin } from '@depotwerk/domain/isin';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { isPdf, uploadFault } from '../../platform/upload-check.ts';
import { t } from '../../texts/texts.ts';

export interface PaperFund {
  readonly id: number;
  readonly isin: string;
  readonly name: string;
}

/** What becomes of a file: `asked` waits for its fund, `failed` may be tried again. */
export type PaperFate = 'asked' | 'new' | 'unchanged' | 'refused' | 'failed' | 'filed';

export interface Paper {
  readonly key: number;
  readonly file: File;
  readonly fund: PaperFund | null;
  readonly fate: PaperFate;
  readonly remark: string | null;
  /** The one its name says and nobody has entered yet. */
  readonly unknownIsin: string | null;
}

/** Valid ISINs in the name of a file, each once; letters and digits right beside one make it a part of something else. */
export function isinsOfName(name: string): string[] {
  const candidates = name.toUpperCase().matchAll(/(?<![A-Z0-9])[A-Z]{2}[A-Z0-9]{9}[0-9](?![A-Z0-9])/g);
  return [...new Set([...candidates].map(([isin]) => isin).filter(isIsin))];
}

/** Looks at a file before anything is stored: is it a PDF, whose is it, and is it on file already? */
export async function lookAtPaper(
  key: number,
  file: File,
  type: FundDocumentType,
  chosen: PaperFund | null,
): Promise<Paper> {
  const of = (
    fate: PaperFate,
    remark: string | null,
    fund: PaperFund | null = null,
    unknownIsin: string | null = null,
  ): Paper => ({
    key,
    file,
    fund,
    fate,
    remark,
    unknownIsin,
  });
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fault = uploadFault(bytes);
    if (fault === 'fileEmpty' || fault === 'fileTooLarge') return of('refused', t(`documents.${fault}`));
    if (!isPdf(bytes)) return of('refused', t('reports.fund.notPdf'));
    const isins = isinsOfName(file.name);
    if (chosen === null && isins.length !== 1)
      return of('asked', t(isins.length === 0 ? 'fundPapers.noIsin' : 'fundPapers.severalIsins'));
    const [isin = ''] = isins;
    const fund = chosen ?? (await findFund(isin));
    if (fund === null) return of('asked', t('fundPapers.noFund', { isin }), null, isin);
    const filed = await callApi(listFundDocuments, { params: { id: fund.id } });
    const newest = filed.find(({ documentType }) => documentType === type);
    if (newest === undefined) return of('new', null, fund);
    return newest.contentHash === (await hashOf(bytes))
      ? of('unchanged', t('fundPapers.onFile'), fund)
      : of('new', t('fundPapers.replaces'), fund);
  } catch (error) {
    return of('failed', errorMessageOf(error), chosen);
  }
}

async function findFund(isin: string): Promise<PaperFund | null> {
  const found = await callApi(searchFunds, { query: { search: isin } });
  return found.find((fund) => fund.isin === isin) ?? null;
}

/** SHA-256 as the server says it; `null` where a browser offers none (addresses without TLS): then nothing is taken for known. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (!isSecureContext) return null;
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Two files of one fund: which of them counts nobody but the reader can say, so the later one is left out. */
export function withoutTwins(papers: readonly Paper[]): Paper[] {
  const taken = new Map<number, string>();
  return papers.map((paper) => {
    if (paper.fund === null || !['new', 'failed'].includes(paper.fate)) return paper;
    const first = taken.get(paper.fund.id);
    if (first === undefined) {
      taken.set(paper.fund.id, paper.file.name);
      return paper;
    }
    return { ...paper, fate: 'refused', remark: t('fundPapers.twin', { file: first }) };
  });
}
