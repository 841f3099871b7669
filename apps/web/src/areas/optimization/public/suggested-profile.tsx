import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { reloadContract } from '../../../queries/contract-cache.ts';
import { useMayChangeContract } from '../../../queries/may-change-contract.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { decideRiskProfile } from './advice-actions.ts';

/** A risk profile the customer's answers suggest, until somebody accepts or rejects it. */
export function SuggestedProfile({ detail }: { detail: ContractDetail }) {
  const mayDecide = useMayChangeContract(detail.contract.id, 'riskProfile.accept');
  const [asked, setAsked] = useState<'accept' | 'reject' | null>(null);
  const assessment = detail.latestRiskAssessment;
  if (!assessment || assessment.suggestedRiskClassId === null) return null;
  const { riskClassId: current, riskClassCount: count } = detail.contract.risk;
  const suggested = classText(assessment.suggestedRiskClassId, count);
  return (
    <>
      <Banner
        tone="warn"
        title={t('contracts.suggested.title', { riskClass: suggested })}
        actions={
          mayDecide ? (
            <>
              <Button size="small" onClick={() => setAsked('reject')}>
                {t('optimization.profile.reject')}
              </Button>
              <Button size="small" kind="primary" onClick={() => setAsked('accept')}>
                {t('optimization.profile.accept')}
              </Button>
            </>
          ) : undefined
        }
      >
        {/* Beside a profile that holds, the date is that of the profile. */}
        {assessment.status === 'suggested'
          ? t('contracts.suggested.text', { date: formatDate(assessment.assessmentDate) })
          : t('optimization.profile.open')}{' '}
        {current === null ? '' : t('contracts.suggested.current', { riskClass: current })}
      </Banner>
      {asked ? (
        <ProfileDialog
          contractId={detail.contract.id}
          isAcceptance={asked === 'accept'}
          suggested={suggested}
          kept={current === null ? t('common.none') : classText(current, count)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

function classText(riskClass: number, count: number | null): string {
  return count === null
    ? t('contracts.riskClass', { riskClass })
    : t('common.riskClassOf', { riskClass, count });
}

interface ProfileDialogProps {
  contractId: string;
  isAcceptance: boolean;
  suggested: string;
  kept: string;
  onClose: () => void;
}

function ProfileDialog({ contractId, isAcceptance, suggested, kept, onClose }: ProfileDialogProps) {
  const [comment, setComment] = useState('');
  const { isBusy, failure, act } = useAction();
  const isGone = failure instanceof ApiError && failure.code === 'contracts.noSuggestedRiskProfile';
  const submit = async () => {
    await act(
      async () => {
        await decideRiskProfile(contractId, isAcceptance, comment);
        onClose();
      },
      (error) => {
        if (error instanceof ApiError && error.status === 409) reloadContract(contractId);
      },
    );
  };
  return (
    <AskDialog
      size="small"
      title={t(isAcceptance ? 'optimization.profile.acceptTitle' : 'optimization.profile.rejectTitle')}
      onClose={onClose}
      submit={t(isAcceptance ? 'optimization.profile.accept' : 'optimization.profile.reject')}
      isBusy={isBusy}
      isDisabled={isGone}
      onSubmit={() => void submit()}
    >
      <p>
        {isAcceptance
          ? t('optimization.profile.acceptHint', { riskClass: suggested })
          : t('optimization.profile.rejectHint', { riskClass: kept })}
      </p>
      <TextArea
        label={t('optimization.profile.comment')}
        value={comment}
        maxLength={2000}
        rows={3}
        onChange={setComment}
      />
      {failure === null ? null : (
        <Banner tone="bad" role="alert">
          {isGone ? t('optimization.profile.gone') : errorMessageOf(failure)}
        </Banner>
      )}
    </AskDialog>
  );
}
