import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { customerQuery } from '../customers/customer-queries.ts';
import { ConsultationCompletion } from './consultation-completion.tsx';
import { ConsultationDocuments } from './consultation-documents.tsx';
import { fieldsFault } from './consultation-fields.ts';
import { OccasionSection } from './consultation-occasion.tsx';
import type { ConsultationWithTag } from './consultation-queries.ts';
import { consultationQuery } from './consultation-queries.ts';
import { RecommendationsSection } from './consultation-recommendations.tsx';
import { isUnsaved } from './draft-saving.ts';
import type { Draft } from './use-draft.ts';
import { useDraft } from './use-draft.ts';

/** A draft in sections. It saves itself; leaving the page saves first and asks only when that fails. */
export function ConsultationForm({ initial }: { initial: ConsultationWithTag }) {
  const draft = useDraft(initial);
  // What the server says of it (documents, what is missing) follows each save.
  const { record } = useQuery(consultationQuery(initial.record.id)).data ?? initial;
  const customer = useQuery(customerQuery(record.customerId));
  const { fields } = draft.state;
  const contracts = customer.data?.contracts ?? [];
  return (
    <div className="consultation">
      <div className="stack">
        {record.addendumToId === null ? null : <Banner>{t('consultations.addendumTo')}</Banner>}
        <OccasionSection fields={fields} edit={draft.edit} contracts={contracts} />
        <RecommendationsSection fields={fields} edit={draft.edit} contracts={contracts} />
        <Card title={t('consultations.sections.reasons')}>
          <div id="consultation-reasons" tabIndex={-1} className="stack">
            <TextArea
              label={t('consultations.reasonText')}
              hint={t('consultations.reasonTextHint')}
              value={fields.reasonText}
              rows={6}
              maxLength={5000}
              onChange={(reasonText) => draft.edit({ reasonText })}
            />
            <Checkbox
              label={t('consultations.review')}
              isChecked={fields.isPeriodicReviewAgreed}
              onChange={(isPeriodicReviewAgreed) => draft.edit({ isPeriodicReviewAgreed })}
            />
          </div>
        </Card>
        <ConsultationDocuments record={record} flush={draft.flush} />
      </div>
      <aside className="consultation__aside">
        <SavingState draft={draft} />
        <ConsultationCompletion record={record} draft={draft} />
      </aside>
      <LeavingGuard draft={draft} />
      {draft.state.phase === 'conflict' ? <ConflictDialog draft={draft} /> : null}
    </div>
  );
}

/** Where the draft stands: saved when, being saved, not yet, or not possible. */
function SavingState({ draft }: { draft: Draft }) {
  const { phase, error, fields, saved } = draft.state;
  const fault = fieldsFault(fields);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const lastSaved = useRef(saved);
  useEffect(() => {
    if (lastSaved.current === saved) return;
    lastSaved.current = saved;
    setSavedAt(new Date().toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' }));
  }, [saved]);
  if (phase === 'failed') {
    return (
      <Banner
        tone="bad"
        role="alert"
        title={t('consultations.saveFailed')}
        actions={
          <Button size="small" onClick={() => void draft.flush()}>
            {t('consultations.saveAgain')}
          </Button>
        }
      >
        {errorMessageOf(error)}
      </Banner>
    );
  }
  const text =
    fault !== null
      ? t(`consultations.${fault}`)
      : phase === 'saving'
        ? t('consultations.saving')
        : isUnsaved(draft.state)
          ? t('consultations.unsaved')
          : savedAt === null
            ? t('consultations.autosave')
            : t('consultations.savedAt', { time: savedAt });
  return (
    <p className="consultation__saving" role="status">
      {text}
    </p>
  );
}

/** Nothing is lost by leaving: what is unsaved is saved first; only when that fails does the page ask. */
function LeavingGuard({ draft }: { draft: Draft }) {
  const stay = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isUnsaved(draft.state) && !(await draft.flush()),
    enableBeforeUnload: () => isUnsaved(draft.state),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      size="small"
      title={t('dialogs.confirmDiscardTitle')}
      isStatic
      initialFocus={stay}
      onClose={blocker.reset}
      footer={
        <>
          <Button kind="danger" onClick={blocker.proceed}>
            {t('common.discard')}
          </Button>
          <Button kind="primary" ref={stay} onClick={blocker.reset}>
            {t('dialogs.stay')}
          </Button>
        </>
      }
    >
      <p>{t('consultations.saveFailed')}</p>
      <p>{t('dialogs.confirmDiscard')}</p>
    </Dialog>
  );
}

/** Somebody else saved in between (412): the user decides which version holds. */
function ConflictDialog({ draft }: { draft: Draft }) {
  const [busy, setBusy] = useState<'mine' | 'theirs' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (which: 'mine' | 'theirs') => {
    setBusy(which);
    setFailure(null);
    try {
      await (which === 'mine' ? draft.keepMine() : draft.takeTheirs());
      if (which === 'mine') showToast(t('common.saved'));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog
      size="small"
      title={t('consultations.conflictTitle')}
      isStatic
      onClose={() => {}}
      footer={
        <>
          <Button isBusy={busy === 'theirs'} onClick={() => void decide('theirs')}>
            {t('consultations.conflictReload')}
          </Button>
          <Button kind="primary" isBusy={busy === 'mine'} onClick={() => void decide('mine')}>
            {t('consultations.conflictKeep')}
          </Button>
        </>
      }
    >
      <p>{t('consultations.conflictText')}</p>
      {failure === null ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(failure)}
        </Banner>
      )}
    </Dialog>
  );
}
