import { Link } from '@tanstack/react-router';
import { hasPermission, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';

/** Where the house is closed no invitation can be sent: said before a form is filled in, with the way to open it. */
export function InvitationsClosed() {
  const mayOpen = useSession(({ user }) => hasPermission(user, 'whiteLabel.edit'));
  return (
    <Banner
      tone="info"
      actions={mayOpen ? <Link to="/admin/white-label">{t('prospects.invitations.open')}</Link> : undefined}
    >
      {t(mayOpen ? 'prospects.invitations.closed' : 'prospects.invitations.closedByOthers')}
    </Banner>
  );
}
