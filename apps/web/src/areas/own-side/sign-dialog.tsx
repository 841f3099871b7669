import { listPasskeys } from '@depotwerk/api/auth/passkeys';
import type { CallInput } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { signDocument, startPasskeySignature } from '@depotwerk/api/signatures/signatures';
import {
  isDrawn,
  longestSignerName,
  type SignatureWay,
  type Stroke,
  signatureStatement,
  signatureWorth,
} from '@depotwerk/domain/signatures/signature';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { said, t } from '../../texts/texts.ts';
import { BindingText } from '../../ui/binding-text.tsx';
import { catchFocus } from '../../ui/catch-focus.ts';
import { Banner } from '../../ui/feedback.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { askPasskey, canUsePasskeys, passkeyErrorOf } from '../auth/public/use-passkey.ts';
import { reloadDocuments } from '../documents/public/document-queries.ts';
import { DrawingField } from './drawing-field.tsx';

type Signature = CallInput<typeof signDocument>['body']['signature'];

/** Asks for a customer's signature below a document, in the way she chooses, and says what it is worth. */
export function SignDialog({
  document,
  signer,
  onClose,
}: {
  document: ArchivedDocument;
  /** Her name, as it is signed with. */
  signer: string;
  onClose: () => void;
}) {
  const [way, setWay] = useState<SignatureWay>('drawing');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const passkeys = useQuery({
    queryKey: ['auth', 'passkeys'],
    queryFn: ({ signal }) => callApi(listPasskeys, {}, { signal }),
    enabled: canUsePasskeys(),
  });
  const hasPasskey = (passkeys.data?.passkeys.length ?? 0) > 0;
  const ways: readonly SignatureWay[] = hasPasskey ? ['drawing', 'typed', 'passkey'] : ['drawing', 'typed'];

  const signatureOf = async (): Promise<Signature> => {
    if (way === 'drawing') {
      // The schema knows no read-only lists; the strokes are only sent.
      const drawing = strokes.map((stroke) => stroke.map(([x, y]): [number, number] => [x, y]));
      return { way, drawing };
    }
    if (way === 'typed') return { way, name };
    const options = await callApi(startPasskeySignature, { params: { id: document.id } });
    return { way, response: await askPasskey(options) };
  };
  const missing =
    way === 'drawing' && !isDrawn(strokes)
      ? t('ownSide.sign.drawMore')
      : way === 'typed' && name.trim() === ''
        ? t('ownSide.sign.nameMissing')
        : null;
  const sign = async () => {
    if (missing !== null) {
      setFailure(missing);
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const body = { contentHash: document.contentHash, signature: await signatureOf() };
      await callApi(signDocument, { params: { id: document.id }, body });
      showToast(t('ownSide.sign.done', { title: document.title }));
      await reloadDocuments();
      onClose();
      catchFocus();
    } catch (error) {
      setFailure(way === 'passkey' ? passkeyErrorOf(error) : errorMessageOf(error));
      setBusy(false);
      if (isOutdated(error)) void reloadDocuments();
    }
  };
  return (
    <AskDialog
      title={t('ownSide.sign.title', { title: document.title })}
      onClose={onClose}
      submit={t('ownSide.sign.submit')}
      isBusy={isBusy}
      onSubmit={() => void sign()}
    >
      <BindingText text={signatureStatement(document.title)} />
      <SegmentedControl
        label={t('ownSide.sign.way')}
        value={way}
        options={ways.map((value) => ({ value, label: t(`ownSide.sign.ways.${value}`) }))}
        onChange={(next) => {
          setWay(next);
          setFailure(null);
        }}
      />
      {way === 'drawing' ? <DrawingField strokes={strokes} onChange={setStrokes} /> : null}
      {way === 'typed' ? (
        <TextField
          label={t('ownSide.sign.name')}
          hint={t('ownSide.sign.nameHint', { name: signer })}
          value={name}
          onChange={setName}
          maxLength={longestSignerName}
          autoComplete="name"
        />
      ) : null}
      {way === 'passkey' ? <p className="hint">{t('ownSide.sign.passkeyHint')}</p> : null}
      {failure === null ? null : (
        <Banner tone="bad" role="alert">
          {failure}
        </Banner>
      )}
      <p className="hint">{said(signatureWorth)}</p>
    </AskDialog>
  );
}
