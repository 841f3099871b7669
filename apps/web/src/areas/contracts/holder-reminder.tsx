import { formatDate } from '@depotwerk/domain/date-text';
import { profileValidity } from '@depotwerk/domain/questions/profile-validity';
import { useQuery } from '@tanstack/react-query';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { ProfileLink } from '../questions/public/profile-link.tsx';
import { type ContractHolder, contractHoldersQuery, holderName } from './holders.ts';

/**
 * Whose profile is missing, over or about to end of those who hold a contract beside its customer, and the way to mend it. Who
 * only compares proposals reads for whom nothing is recommended, since the proposals themselves count such holders and know no names.
 */
export function HolderReminder({ contractId }: { contractId: string }) {
  const mayRecord = useSession((state) => mayChange(state.user, 'riskProfile.edit'));
  const mayCompare = useSession((state) => hasPermission(state.user, 'optimization.view'));
  const holders = useQuery({ ...contractHoldersQuery(contractId), enabled: mayRecord || mayCompare });
  return (holders.data ?? [])
    .filter(({ isFirst }) => !isFirst)
    .map((holder) => (
      <OneReminder
        key={holder.customerId}
        holder={holder}
        contractId={contractId}
        isMissingOnly={!mayRecord}
      />
    ));
}

function OneReminder({
  holder,
  contractId,
  isMissingOnly,
}: {
  holder: ContractHolder;
  contractId: string;
  isMissingOnly: boolean;
}) {
  const validity = profileValidity(holder.profile?.validUntil ?? null, today());
  if (validity.state === 'valid') return null;
  const isHeld = validity.state === 'ending';
  if (isHeld && isMissingOnly) return null;
  const name = holderName(holder);
  return (
    <Banner
      tone={isHeld && !validity.isUrgent ? 'info' : 'warn'}
      title={
        validity.state === 'missing'
          ? t('contracts.holders.missing', { name })
          : validity.state === 'expired'
            ? t('contracts.holders.expired', { name, date: formatDate(validity.validUntil) })
            : validity.daysLeft === 0
              ? t('contracts.holders.endsToday', { name })
              : t('contracts.holders.ends', {
                  name,
                  count: validity.daysLeft,
                  date: formatDate(validity.validUntil),
                })
      }
      actions={
        holder.mayRecord ? (
          <ProfileLink
            customerId={holder.customerId}
            contractId={contractId}
            isRenewal={holder.profile !== null}
            kind={isHeld ? 'secondary' : 'primary'}
          />
        ) : undefined
      }
    >
      {isHeld ? null : t('contracts.holders.noRecommendation')}
      {holder.mayRecord ? null : ` ${t('contracts.holders.notYours')}`}
    </Banner>
  );
}
