import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { signatureWayTexts } from '@depotwerk/domain/signatures/signature';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { showApiError } from '../../platform/error-texts.ts';
import { hasPermission, useMayChange, useSession } from '../../platform/session.ts';
import { joinedNames } from '../../texts/joined-names.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';
import { documentsQuery, reloadDocuments } from '../documents/public/document-queries.ts';
import { byteSizeText, documentTypeText } from '../documents/public/document-texts.ts';
import { LoadedDocuments } from '../documents/public/loaded-documents.tsx';
import { OpenDocumentButton } from '../documents/public/open-document-button.tsx';
import { openDocument } from '../documents/public/report-actions.ts';
import { type Signers, saveSignatureSheet, signedOfAll } from '../documents/public/signature-menu.ts';

const DeclineDialog = lazy(async () => ({
  default: (await import('./decline-dialog.tsx')).DeclineDialog,
}));
const SignDialog = lazy(async () => ({ default: (await import('./sign-dialog.tsx')).SignDialog }));

/** What was released to a customer, newest first. */
export function OwnDocuments({
  customerId,
  isUnderage = false,
}: {
  customerId: string;
  isUnderage?: boolean;
}) {
  const isAllowed = useSession(({ user }) => hasPermission(user, 'documents.view'));
  const documents = useQuery({ ...documentsQuery({ customerId }), enabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Card isFlush title={t('ownSide.documents')}>
      <LoadedDocuments
        query={documents}
        padClass="own-side__pad"
        empty={{ title: t('ownSide.noDocuments'), hint: t('ownSide.noDocumentsHint') }}
      >
        {(found) => (
          <ul className="own-side__list">
            {found.map((document) => (
              <DocumentLine
                key={document.id}
                document={document}
                customerId={customerId}
                isUnderage={isUnderage}
              />
            ))}
          </ul>
        )}
      </LoadedDocuments>
    </Card>
  );
}

/** The name a customer signs with: of several signers she need not be the document's own customer. */
const signerIn = ({ signers, customerName }: ArchivedDocument, customerId: string): string =>
  signers?.find((signer) => signer.customerId === customerId)?.name ?? customerName ?? '';

/** How many of several have signed, and who has not. */
function othersText(signers: Signers): string {
  const missing = signers.filter(({ signedAt }) => signedAt === null).map(({ name }) => name);
  if (missing.length === 0) return signedOfAll(signers);
  return `${signedOfAll(signers)} · ${t('ownSide.sign.missing', { count: missing.length, names: joinedNames(missing) })}`;
}

function DocumentLine({
  document,
  customerId,
  isUnderage,
}: {
  document: ArchivedDocument;
  customerId: string;
  /** Her representatives sign. */
  isUnderage: boolean;
}) {
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'sign' | 'decline' | null>(null);
  const { readAt, signatureRequestedAt, signedAt, signatureWay, signers } = document;
  const declinedAt = document.declinedAt ?? null;
  const mayAct = useMayChange();
  const isWanted = signatureRequestedAt !== null && signedAt === null;
  const open = () => {
    setBusy(true);
    void openDocument(document)
      // The receipt of the first reading shows at once.
      .catch(showApiError)
      .then(reloadDocuments)
      .finally(() => setBusy(false));
  };
  return (
    <li className="own-side__line">
      <div className="own-side__text">
        <div className="own-side__name">
          {document.title}
          {readAt === null ? <ColourLabel tone="info">{t('ownSide.new')}</ColourLabel> : null}
          {isWanted && declinedAt === null ? (
            <ColourLabel tone="warn">{t('ownSide.sign.wanted')}</ColourLabel>
          ) : null}
        </div>
        <div className="hint">
          {[
            documentTypeText(document.documentType),
            t('ownSide.releasedOn', { date: formatInstantDay(document.releasedAt ?? document.createdAt) }),
            byteSizeText(document.byteSize),
          ].join(' · ')}
        </div>
        {readAt === null ? null : (
          <div className="hint">{t('ownSide.readOn', { date: formatInstantDay(readAt) })}</div>
        )}
        {isWanted && isUnderage ? <div className="hint">{t('ownSide.sign.represented')}</div> : null}
        {isWanted && declinedAt !== null ? (
          <div className="hint">{t('ownSide.decline.declinedOn', { date: formatDateTime(declinedAt) })}</div>
        ) : null}
        {isWanted && readAt === null && !isUnderage ? (
          <div className="hint">{t('ownSide.sign.openFirst')}</div>
        ) : null}
        {signedAt === null || signatureWay === null ? null : (
          <div className="hint">
            {t('ownSide.sign.signedOn', {
              date: formatDateTime(signedAt),
              way: said(signatureWayTexts[signatureWay]),
            })}
          </div>
        )}
        {signers ? <div className="hint">{othersText(signers)}</div> : null}
      </div>
      <div className="own-side__actions" data-no-print>
        <OpenDocumentButton title={document.title} isBusy={isBusy} onOpen={open} />
        {mayAct && isWanted && !isUnderage && declinedAt === null ? (
          <Button
            size="small"
            aria-label={t('ownSide.decline.submitOf', { title: document.title })}
            onClick={() => setAsking('decline')}
          >
            {t('ownSide.decline.submit')}
          </Button>
        ) : null}
        {mayAct && isWanted && !isUnderage ? (
          <Button
            size="small"
            kind={declinedAt === null ? 'primary' : 'secondary'}
            disabled={readAt === null}
            aria-label={t('ownSide.sign.submitOf', { title: document.title })}
            onClick={() => setAsking('sign')}
          >
            {t('ownSide.sign.submit')}
          </Button>
        ) : null}
        {!mayAct || signedAt === null ? null : (
          <Button
            size="small"
            aria-label={t('documents.signature.sheetOf', { title: document.title })}
            onClick={() => void saveSignatureSheet(document).catch(showApiError)}
          >
            {t('documents.signature.sheet')}
          </Button>
        )}
        <Suspense fallback={null}>
          {asking === 'sign' ? (
            <SignDialog
              document={document}
              signer={signerIn(document, customerId)}
              onClose={() => setAsking(null)}
            />
          ) : null}
          {asking === 'decline' ? (
            <DeclineDialog document={document} onClose={() => setAsking(null)} />
          ) : null}
        </Suspense>
      </div>
    </li>
  );
}
