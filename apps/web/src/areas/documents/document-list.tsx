import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { releaseDocument } from '@depotwerk/api/documents/documents';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { signatureWayTexts } from '@depotwerk/domain/signatures/signature';
import { IconDots, IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { copyAndTell } from '../../ui/copy-and-tell.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { reloadDocuments } from './public/document-queries.ts';
import {
  byteSizeText,
  documentMeta,
  documentTypeText,
  shortHash,
  stateTones,
} from './public/document-texts.ts';
import { openDocument } from './public/report-actions.ts';
import { isDeclined, type Signers, signatureMenu, signedOfAll } from './public/signature-menu.ts';
import './documents.css';
import { OpenDocumentButton } from './public/open-document-button.tsx';

const shortLength = 8;

/** Documents one below the other: what, when, by whom, its hash; open, release. Long lists begin folded. */
export function DocumentList({
  documents,
  isWhole = false,
}: {
  documents: readonly ArchivedDocument[];
  isWhole?: boolean;
}) {
  const [showsAll, setShowsAll] = useState(isWhole);
  const [releasing, setReleasing] = useState<ArchivedDocument | null>(null);
  const shown = showsAll ? documents : documents.slice(0, shortLength);
  return (
    <>
      <ul className="documents__list">
        {shown.map((document) => (
          <DocumentItem key={document.id} document={document} onRelease={() => setReleasing(document)} />
        ))}
      </ul>
      {documents.length > shortLength && !isWhole ? (
        <div className="documents__more">
          <Button kind="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('documents.showLess') : t('documents.showAll', { count: documents.length })}
          </Button>
        </div>
      ) : null}
      {releasing ? <ReleaseDialog document={releasing} onClose={() => setReleasing(null)} /> : null}
    </>
  );
}

function DocumentIcon({ mediaType }: { mediaType: string }) {
  if (mediaType === 'application/pdf') return <IconFileTypePdf size={24} aria-hidden="true" />;
  if (mediaType.startsWith('image/')) return <IconPhoto size={24} aria-hidden="true" />;
  return <IconFile size={24} aria-hidden="true" />;
}

function DocumentItem({ document, onRelease }: { document: ArchivedDocument; onRelease: () => void }) {
  const { isBusy, open } = useOpening(document);
  const user = useSession((state) => state.user);
  const entries = documentMenu(document, user, onRelease);
  return (
    <li className="documents__item">
      <DocumentIcon mediaType={document.mediaType} />
      <div className="documents__text">
        <div className="documents__title">
          {document.title}
          <span className="documents__state">
            <ColourLabel tone={stateTones[document.state]}>
              {t(`documents.state.${document.state}`)}
            </ColourLabel>
          </span>
          {isDeclined(document) ? (
            <span className="documents__state">
              <ColourLabel tone="warn">{t('documents.signature.declinedLabel')}</ColourLabel>
            </span>
          ) : null}
        </div>
        <div className="hint">
          {[documentTypeText(document.documentType), documentMeta(document)].join(' · ')}
        </div>
        <div className="hint">
          {byteSizeText(document.byteSize)} ·{' '}
          <span className="documents__hash" title={t('documents.hash', { hash: document.contentHash })}>
            {t('documents.hashShort', { hash: shortHash(document.contentHash) })}
          </span>
        </div>
        {document.releasedAt === null ? null : (
          <div className="hint">
            {t('documents.stateHint.released', {
              date: formatDateTime(document.releasedAt),
              name: document.releasedByName ?? '',
            })}
            {/* Of several signers each has her own line. */}
            {document.signers
              ? null
              : ` · ${
                  document.readAt === null
                    ? t('documents.notRead')
                    : t('documents.readOn', { date: formatDateTime(document.readAt) })
                }`}
          </div>
        )}
        <SignatureHint document={document} />
      </div>
      <div className="documents__actions" data-no-print>
        <OpenDocumentButton title={document.title} isBusy={isBusy} onOpen={open} />
        <Menu
          trigger={
            <IconButton label={`${t('common.more')}: ${document.title}`} icon={<IconDots size={20} />} />
          }
          entries={entries}
        />
      </div>
    </li>
  );
}

/** Whether the customer was asked to sign, and how and when she did. */
function SignatureHint({ document }: { document: ArchivedDocument }) {
  const { signatureRequestedAt, signedAt, signatureWay, signers, customerName, declinedAt } = document;
  if (signers) return <SignersHint document={document} signers={signers} />;
  if (signedAt !== null && signatureWay !== null) {
    const way = said(signatureWayTexts[signatureWay]);
    return (
      <div className="hint">
        {t('documents.signature.signed', {
          name: customerName ?? '',
          date: formatDateTime(signedAt),
          way,
        })}
      </div>
    );
  }
  if (signatureRequestedAt === null) return null;
  return (
    <>
      <div className="hint">
        {t('documents.signature.waiting', { date: formatDateTime(signatureRequestedAt) })}
      </div>
      {declinedAt ? <div className="hint">{declinedText(customerName ?? '', declinedAt)}</div> : null}
    </>
  );
}

const declinedText = (name: string, at: string): string =>
  t('documents.signature.declined', { name, date: formatDateTime(at) });

/** Of several who sign: how many have, and what each did. */
function SignersHint({ document, signers }: { document: ArchivedDocument; signers: Signers }) {
  const { signatureRequestedAt } = document;
  return (
    <>
      <div className="hint">
        {[
          signedOfAll(signers),
          ...(signatureRequestedAt === null
            ? []
            : [t('documents.signature.waiting', { date: formatDateTime(signatureRequestedAt) })]),
        ].join(' · ')}
      </div>
      {signers.map(({ customerId, name, readAt, signedAt, way, declinedAt }) => (
        <div key={customerId} className="hint">
          {signedAt !== null && way !== null
            ? t('documents.signature.signerSigned', {
                name,
                date: formatDateTime(signedAt),
                way: said(signatureWayTexts[way]),
              })
            : declinedAt
              ? declinedText(name, declinedAt)
              : readAt === null
                ? t('documents.signature.signerUnread', { name })
                : t('documents.signature.signerRead', { name, date: formatDateTime(readAt) })}
        </div>
      ))}
    </>
  );
}

/** Opening with its busy state; failures go to the error dialog. */
function useOpening(document: ArchivedDocument) {
  const [isBusy, setBusy] = useState(false);
  const open = () => {
    setBusy(true);
    openDocument(document)
      .catch(showApiError)
      .finally(() => setBusy(false));
  };
  return { isBusy, open };
}

/** Further actions on a document that the person asking may take. */
export function documentMenu(
  document: ArchivedDocument,
  user: AuthenticatedUser | null,
  onRelease: () => void,
): MenuEntry[] {
  const mayRelease = mayChange(user, 'documents.release');
  return [
    ...(mayRelease && document.state === 'draft'
      ? [{ key: 'release', label: t('documents.release'), onSelect: onRelease }]
      : []),
    ...signatureMenu(document, { mayAsk: mayRelease, maySave: mayChange(user, null) }),
    {
      key: 'hash',
      label: t('documents.copyHash'),
      onSelect: () =>
        void copyAndTell(document.contentHash, t('documents.hash', { hash: document.contentHash })),
    },
  ];
}

/** Asks before the customer gets to see a document, which cannot be taken back. */
export function ReleaseDialog({ document, onClose }: { document: ArchivedDocument; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const release = async () => {
    setBusy(true);
    try {
      await callApi(releaseDocument, { params: { id: document.id } });
      showToast(t('documents.released', { title: document.title }));
      void reloadDocuments();
      onClose();
    } catch (error) {
      onClose();
      showApiError(error);
      if (isOutdated(error)) void reloadDocuments();
    }
  };
  return (
    <AskDialog
      size="small"
      title={t('documents.releaseTitle')}
      onClose={onClose}
      submit={t('documents.release')}
      isBusy={isBusy}
      onSubmit={() => void release()}
    >
      <p>{t('documents.releaseText', { title: document.title })}</p>
    </AskDialog>
  );
}
