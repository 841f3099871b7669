import { useQuery } from '@tanstack/react-query';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { ProfileLink } from '../questions/profile-link.tsx';
import { contractHoldersQuery, holderName } from './holders.ts';

/** Whose profile is missing of those who hold a contract beside its customer, each with the way to record it. */
export function HolderReminder({ contractId }: { contractId: string }) {
  const mayRecord = useSession((state) => hasPermission(state.user, 'riskProfile.edit'));
  const holders = useQuery({ ...contractHoldersQuery(contractId), enabled: mayRecord });
  const waiting = (holders.data ?? []).filter(
    ({ isFirst, profile }) => !isFirst && profile?.status !== 'valid',
  );
  return waiting.map((holder) => (
    <Banner
      key={holder.customerId}
      tone="warn"
      title={t(holder.profile === null ? 'contracts.holders.missing' : 'contracts.holders.expired', {
        name: holderName(holder),
      })}
      actions={
        <ProfileLink
          customerId={holder.customerId}
          contractId={contractId}
          isRenewal={holder.profile !== null}
          kind="primary"
        />
      }
    >
      {t('contracts.holders.noRecommendation')}
    </Banner>
  ));
}
