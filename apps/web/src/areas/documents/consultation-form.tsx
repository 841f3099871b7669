import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { customerQuery } from '../../queries/customer-queries.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { ConsultationCompletion } from './consultation-completion.tsx';
import { ConsultationDocuments } from './consultation-documents.tsx';
import { fieldsFault } from './consultation-fields.ts';
import { OccasionSection } from './consultation-occasion.tsx';
import type { ConsultationWithTag } from './consultation-queries.ts';
import { consultationQuery } from './consultation-queries.ts';
import { RecommendationsSection } from './consultation-recommendations.tsx';
import { ConsultationVersions } from './consultation-versions.tsx';
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
      {/* Nothing is lost by leaving: what is unsaved is saved first; only when that fails does the page ask. */}
      <LeaveGuard
        isDirty={isUnsaved(draft.state)}
        saveFirst={draft.flush}
        reason={t('consultations.saveFailed')}
      />
      {draft.state.phase === 'conflict' ? <ConsultationVersions id={record.id} draft={draft} /> : null}
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
