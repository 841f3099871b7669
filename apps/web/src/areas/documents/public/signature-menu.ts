import type { ArchivedDocument } from '@depotwerk/api/documents';
import { readSignatureSheet, requestSignature, withdrawSignatureRequest } from '@depotwerk/api/signatures';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { isOutdated } from '../../../platform/outdated.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { t } from '../../../texts/texts.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { reloadDocuments } from './document-queries.ts';

/** Saves who signed a document, when and how. Throws ApiError. */
export async function saveSignatureSheet({ id }: ArchivedDocument): Promise<void> {
  saveFile(await callFile(readSignatureSheet, { params: { id } }, 'Unterschriftsblatt.pdf'));
}

/** What can be done about the customer's signature below a document. @param may ask = release; save = take a file along */
export function signatureMenu(
  document: ArchivedDocument,
  { mayAsk, maySave }: { mayAsk: boolean; maySave: boolean },
): MenuEntry[] {
  const { id, title, state, signatureRequestedAt, signedAt } = document;
  const ask = async (call: typeof requestSignature, text: string) => {
    try {
      await callApi(call, { params: { id } });
      showToast(text);
      reloadDocuments();
    } catch (error) {
      showApiError(error);
      if (isOutdated(error)) reloadDocuments();
    }
  };
  if (signedAt !== null) {
    if (!maySave) return [];
    return [
      {
        key: 'signatureSheet',
        label: t('documents.signature.sheet'),
        onSelect: () => void saveSignatureSheet(document).catch(showApiError),
      },
    ];
  }
  if (!mayAsk || state !== 'released') return [];
  return [
    signatureRequestedAt === null
      ? {
          key: 'requestSignature',
          label: t('documents.signature.request'),
          onSelect: () => void ask(requestSignature, t('documents.signature.requested', { title })),
        }
      : {
          key: 'withdrawSignature',
          label: t('documents.signature.withdraw'),
          onSelect: () => void ask(withdrawSignatureRequest, t('documents.signature.withdrawn', { title })),
        },
  ];
}
