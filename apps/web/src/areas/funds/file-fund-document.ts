import type { CallAnswer } from '@depotwerk/api/call';
import type { FundDocumentType } from '@depotwerk/api/documents/fund-documents';
import { uploadFundDocument } from '@depotwerk/api/documents/fund-documents';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { base64Of } from '../../platform/upload-check.ts';
import { t } from '../../texts/texts.ts';
import { fundDocumentsQuery } from './public/fund-queries.ts';

/** Files a PDF with a fund under the title of its kind, and has what is shown of the fund read again. */
export async function fileFundDocument(
  fund: { id: number; isin: string },
  documentType: FundDocumentType,
  file: { name: string; bytes: Uint8Array },
): Promise<CallAnswer<typeof uploadFundDocument>> {
  const filed = await callApi(uploadFundDocument, {
    params: { id: fund.id },
    body: {
      documentType,
      title: `${t(`documents.type.${documentType}`)} ${fund.isin}`,
      fileName: file.name.slice(-255),
      contentBase64: base64Of(file.bytes),
    },
  });
  void queryClient.invalidateQueries({ queryKey: fundDocumentsQuery(fund.id).queryKey });
  return filed;
}
