import { formatDateTime } from '@depotwerk/domain/date-text';
import { useState } from 'react';
import { showApiError } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import type { PendingDraft, Resume } from './use-resume.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';

interface WizardNoticesProps<Draft extends object> {
  definition: WizardDefinition<Draft>;
  object: WizardObject<Draft> | null;
  mayEdit: boolean;
  others: readonly { userName: string; updatedAt: string }[];
  pending: PendingDraft | null;
  resume: Resume;
  /** Shows the comparison that waits for a decision; null = none does. */
  onCompare: (() => void) | null;
}

/** What the user has to know before he edits: an older draft, somebody else's, why nothing can be changed. */
export function WizardNotices<Draft extends object>(props: WizardNoticesProps<Draft>) {
  const { definition, object, mayEdit, others, pending, resume, onCompare } = props;
  const reason = mayEdit ? (object?.readOnlyReason ?? null) : t('wizard.notice.noPermission');
  return (
    <>
      {reason === null ? null : (
        <Banner tone="info" role="status">
          {reason}
        </Banner>
      )}
      {pending === null ? null : (
        <div data-decision>
          <PendingBanner pending={pending} resume={resume} />
        </div>
      )}
      {onCompare === null ? null : (
        <Banner
          tone="warn"
          role="status"
          actions={
            <Button size="small" kind="primary" onClick={onCompare}>
              {t('wizard.notice.compare')}
            </Button>
          }
        >
          {t('wizard.notice.undecided')}
        </Banner>
      )}
      {others.length === 0 || !mayEdit ? null : (
        <Banner tone="warn" role="status">
          {others
            .map(({ userName, updatedAt }) =>
              t(definition.texts.othersEditing, { name: userName, time: timeText(updatedAt) }),
            )
            .join(' ')}
        </Banner>
      )}
      {definition.notice?.(object)}
    </>
  );
}

/** "10:12", with its day when it was not today. */
function timeText(instant: string): string {
  const isToday = new Date(instant).toDateString() === new Date().toDateString();
  return isToday
    ? new Date(instant).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' })
    : formatDateTime(instant);
}

function PendingBanner({ pending, resume }: { pending: PendingDraft; resume: Resume }) {
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await resume.discard();
    } catch (error) {
      setBusy(false);
      showApiError(error);
    }
  };
  return (
    <Banner
      tone="info"
      role="status"
      title={t('wizard.resume.title', { time: formatDateTime(pending.storedAt) })}
      actions={
        <>
          <Button size="small" isBusy={isBusy} onClick={() => void discard()}>
            {t('wizard.resume.discard')}
          </Button>
          {pending.isReadable ? (
            <Button size="small" kind="primary" onClick={resume.resume}>
              {t('wizard.resume.continue')}
            </Button>
          ) : null}
        </>
      }
    >
      {t(pending.isReadable ? 'wizard.resume.text' : 'wizard.resume.unreadable')}
    </Banner>
  );
}
