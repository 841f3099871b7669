import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { profileValidity } from '@depotwerk/domain/questions/profile-validity';
import { mayChange, useSession } from '../../../platform/session.ts';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { ProfileLink } from './profile-link.tsx';

/** Above all tabs of a contract: its profile is missing, over or about to end, and the way to mend that. */
export function ProfileReminder({ detail }: { detail: ContractDetail }) {
  const mayRecord = useSession((state) => mayChange(state.user, 'riskProfile.edit'));
  const { contract, latestRiskAssessment: assessment } = detail;
  const held = assessment === null || assessment.status === 'suggested' ? null : assessment.validUntil;
  const validity = profileValidity(held, today());
  if (!mayRecord || validity.state === 'valid') return null;
  const isHeld = validity.state === 'ending';
  return (
    <Banner
      tone={isHeld && !validity.isUrgent ? 'info' : 'warn'}
      title={
        validity.state === 'missing'
          ? t('questions.reminder.missing')
          : validity.state === 'expired'
            ? t('questions.reminder.expired', { date: formatDate(validity.validUntil) })
            : validity.daysLeft === 0
              ? t('questions.reminder.endsToday')
              : t('questions.reminder.ends', {
                  count: validity.daysLeft,
                  date: formatDate(validity.validUntil),
                })
      }
      actions={
        <ProfileLink
          customerId={contract.customer.id}
          contractId={contract.id}
          isBlocked={contract.isCustomerBlocked}
          isRenewal={validity.state !== 'missing'}
          kind={isHeld ? 'secondary' : 'primary'}
        />
      }
    >
      {isHeld ? null : t('questions.reminder.noRecommendation')}
    </Banner>
  );
}
