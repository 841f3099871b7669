import { Link } from '@tanstack/react-router';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';

interface ProfileLinkProps {
  customerId: string;
  contractId?: string | undefined;
  /** Nothing is recorded for who is blocked: the server refuses it. */
  isBlocked?: boolean | undefined;
  /** There was a profile before. */
  isRenewal: boolean;
  kind?: 'primary' | 'secondary' | undefined;
}

/** The way to a valid risk profile, wherever one is missing or has expired; nothing for those who may not record one. */
export function ProfileLink({
  customerId,
  contractId,
  isBlocked = false,
  isRenewal,
  kind = 'secondary',
}: ProfileLinkProps) {
  const user = useSession((state) => state.user);
  if (isBlocked || !mayChange(user, 'riskProfile.edit')) return null;
  return (
    <Link
      to="/questionnaires/$questionnaireKey/$customerId"
      params={{ questionnaireKey: 'riskProfile', customerId }}
      search={contractId === undefined ? {} : { contractId }}
      className={`ui-button ui-button--${kind} ui-button--small`}
    >
      {t(isRenewal ? 'questions.renew' : 'questions.record')}
    </Link>
  );
}
