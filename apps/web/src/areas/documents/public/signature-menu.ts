import type { CallAnswer } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import {
  readSignatureSheet,
  requestSignature,
  withdrawSignatureRequest,
} from '@depotwerk/api/signatures/signatures';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { isOutdated } from '../../../platform/outdated.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { today } from '../../../platform/today.ts';
import { joinedNames } from '../../../texts/joined-names.ts';
import { t } from '../../../texts/texts.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { reloadDocuments } from './document-queries.ts';
import { reportEffects } from './report-actions.ts';
import { mobileFileName } from './report-download.ts';

export type Signers = NonNullable<ArchivedDocument['signers']>;

/** How many of all who sign have. */
export const signedOfAll = (signers: Signers): string =>
  t('documents.signature.signedOfAll', {
    count: signers.filter(({ signedAt }) => signedAt !== null).length,
    all: signers.length,
  });

/** Somebody who was asked will not sign. */
export const isDeclined = ({ declinedAt, signers }: ArchivedDocument): boolean =>
  Boolean(declinedAt) || (signers?.some((signer) => Boolean(signer.declinedAt)) ?? false);

/**
 * Who was asked: whoever holds the contract beside the customer is named, as she gets to see the document with it; and who can see
 * nothing, having no sign-in.
 */
function requestedText({ title, signers, withoutAccess = [] }: CallAnswer<typeof requestSignature>): string {
  const asked = signers
    ? t('documents.signature.requestedOf', { title, names: joinedNames(signers.map(({ name }) => name)) })
    : t('documents.signature.requested', { title });
  if (withoutAccess.length === 0) return asked;
  const names = joinedNames(withoutAccess);
  return `${asked} ${t('documents.signature.withoutAccess', { count: withoutAccess.length, names })}`;
}

/** Saves who signed a document, when and how. Throws ApiError. */
export async function saveSignatureSheet({ id, contractKey }: ArchivedDocument): Promise<void> {
  const file = await callFile(readSignatureSheet, { params: { id } }, 'Unterschriftsblatt.pdf');
  // The app knows papers of a contract by their agreed name.
  const isForApp = contractKey !== null && reportEffects.mode() === 'mobileApp';
  const fileName = isForApp ? mobileFileName(contractKey, today(), 'signatureSheet') : file.fileName;
  saveFile({ fileName, blob: file.blob });
}

/** What can be done about the customer's signature below a document. @param may ask = release; save = take a file along */
export function signatureMenu(
  document: ArchivedDocument,
  { mayAsk, maySave }: { mayAsk: boolean; maySave: boolean },
): MenuEntry[] {
  const { id, title, state, signatureRequestedAt, signedAt, signers } = document;
  const input = { params: { id } };
  const ask = async (act: () => Promise<string>) => {
    try {
      showToast(await act());
      void reloadDocuments();
    } catch (error) {
      showApiError(error);
      if (isOutdated(error)) void reloadDocuments();
    }
  };
  const isSigned = signers ? signers.some((signer) => signer.signedAt !== null) : signedAt !== null;
  const sheet: MenuEntry = {
    key: 'signatureSheet',
    label: t('documents.signature.sheet'),
    onSelect: () => void saveSignatureSheet(document).catch(showApiError),
  };
  const given = isSigned && maySave ? [sheet] : [];
  // Until everybody has signed the document stays released.
  if (!mayAsk || state !== 'released') return given;
  const askFor = (label: string): MenuEntry => ({
    key: 'requestSignature',
    label,
    onSelect: () => void ask(async () => requestedText(await callApi(requestSignature, input))),
  });
  if (signatureRequestedAt === null) return [...given, askFor(t('documents.signature.request'))];
  return [
    ...given,
    ...(isDeclined(document) ? [askFor(t('documents.signature.requestAgain'))] : []),
    {
      key: 'withdrawSignature',
      label: t('documents.signature.withdraw'),
      onSelect: () =>
        void ask(async () => {
          await callApi(withdrawSignatureRequest, input);
          return t('documents.signature.withdrawn', { title });
        }),
    },
  ];
}
