import type { Consultation, MissingRequirement } from '@depotwerk/api/consultations/consultations';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { CreateButton } from './consultation-documents.tsx';
import { closeConsultation, consultationQuery } from './consultation-queries.ts';
import { isUnsaved } from './draft-saving.ts';
import type { Draft } from './use-draft.ts';

/** What completion waits for, with the way to each; completing, and closing as not pursued. */
export function ConsultationCompletion({ record, draft }: { record: Consultation; draft: Draft }) {
  const user = useSession((state) => state.user);
  const [asked, setAsked] = useState<'completed' | 'notPursued' | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { missing } = record;
  const mayComplete = mayChange(user, 'consultations.complete');
  const ask = async () => {
    // What was typed last may be what was missing.
    if (isUnsaved(draft.state) && !(await draft.flush())) return;
    const { record: now } = await queryClient.fetchQuery(consultationQuery(record.id));
    if (now.missing.length === 0) setAsked('completed');
    else list.current?.focus();
  };
  return (
    <Card title={t('consultations.sections.completion')}>
      <div
        ref={list}
        tabIndex={-1}
        className="stack"
        role="group"
        aria-label={t('consultations.missingList')}
      >
        {missing.length === 0 ? (
          <p className="consultation__complete">
            <IconCircleCheck size={20} aria-hidden="true" /> {t('consultations.nothingMissing')}
          </p>
        ) : (
          <>
            <p>
              <b>{t('consultations.missingCount', { count: missing.length })}</b>
            </p>
            <ul className="consultation__missing">
              {missing.map((one) => (
                <li key={`${one.key}-${one.contractId}-${one.fundId}-${one.text}`}>
                  <span>{said(one.text)}</span>
                  <WayThere requirement={one} record={record} draft={draft} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="consultation__buttons" data-no-print>
        {mayComplete ? (
          <>
            <Button kind="primary" isFullWidth onClick={() => void ask().catch(showApiError)}>
              {t('consultations.complete')}
            </Button>
            <Button isFullWidth onClick={() => setAsked('notPursued')}>
              {t('consultations.notPursue')}
            </Button>
          </>
        ) : null}
      </div>
      {asked === null ? null : (
        <CloseDialog record={record} draft={draft} state={asked} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

/** Element the requirement is met at. */
function placeOf({ key, contractId, fundId }: MissingRequirement): string {
  if (key === 'keyInformation' || key === 'purchase') return `consultation-fund-${contractId}-${fundId}`;
  return key === 'reasonText' ? 'consultation-reasons' : 'consultation-recommendations';
}

function WayThere({
  requirement,
  record,
  draft,
}: {
  requirement: MissingRequirement;
  record: Consultation;
  draft: Draft;
}) {
  const { key, contractId } = requirement;
  if (key === 'riskProfile' && contractId !== null) {
    return (
      <Link
        to="/questionnaires/$questionnaireKey/$customerId"
        params={{
          questionnaireKey: 'riskProfile',
          customerId: requirement.customerId ?? record.customerId,
        }}
        search={{ contractId }}
      >
        {t('consultations.toProfile')}
      </Link>
    );
  }
  if (key === 'costStatement' && contractId !== null) {
    const profile = record.profileSnapshot.find((one) => one.contractId === contractId);
    return (
      <CreateButton
        record={record}
        contract={{ id: contractId, externalKey: profile?.externalKey ?? '' }}
        type="costInformationExAnte"
        flush={draft.flush}
        showsKey={record.profileSnapshot.length > 1}
      />
    );
  }
  return (
    <button
      type="button"
      className="ui-text-button consultation__way"
      onClick={() => {
        const place = document.getElementById(placeOf(requirement));
        place?.scrollIntoView({ block: 'center' });
        (place?.querySelector<HTMLElement>('textarea, input, select') ?? place)?.focus();
      }}
    >
      {t('consultations.goThere')}
      <span className="visually-hidden">: {said(requirement.text)}</span>
      <IconArrowRight size={14} aria-hidden="true" />
    </button>
  );
}

function CloseDialog({
  record,
  draft,
  state,
  onClose,
}: {
  record: Consultation;
  draft: Draft;
  state: 'completed' | 'notPursued';
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const isCompletion = state === 'completed';
  const close = async () => {
    setBusy(true);
    try {
      await draft.flush();
      await closeConsultation(record.id, state);
      showToast(t(isCompletion ? 'consultations.completed' : 'consultations.notPursued'));
    } catch (error) {
      // Something went missing meanwhile, or somebody was quicker: the page shows how it stands now.
      if (error instanceof ApiError && error.status === 409)
        void queryClient.invalidateQueries({ queryKey: consultationQuery(record.id).queryKey });
      onClose();
      showApiError(error);
    }
  };
  return (
    <AskDialog
      size="small"
      title={t(isCompletion ? 'consultations.completeTitle' : 'consultations.notPursueTitle')}
      onClose={onClose}
      submit={t(isCompletion ? 'consultations.complete' : 'consultations.notPursue')}
      kind={isCompletion ? 'primary' : 'danger'}
      isBusy={isBusy}
      onSubmit={() => void close()}
    >
      <p>{t(isCompletion ? 'consultations.completeText' : 'consultations.notPursueText')}</p>
    </AskDialog>
  );
}
