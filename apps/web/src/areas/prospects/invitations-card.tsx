import {
  type Invitation,
  listPreregistrations,
  revokePreregistration,
} from '@depotwerk/api/preregistrations';
import { sharePublicReport } from '@depotwerk/api/reports';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-de';
import { lastDayOfInvitation } from '@depotwerk/domain/depot-analysis/invitation-end';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { hasPermission, mayChange, useMayChange, useSession } from '../../platform/session.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PublicLinks } from '../documents/public-links.tsx';
import { InviteForm } from './invite-form.tsx';

const tones = { open: 'neutral', started: 'warn', submitted: 'ok', expired: 'bad', revoked: 'bad' } as const;

/** Invitations with where they stand, and the form for a new one. */
export function InvitationsCard() {
  const [isInviting, setInviting] = useState(false);
  const [sharing, setSharing] = useState<Invitation | null>(null);
  const mayInvite = useMayChange('customers.create');
  const mayShare = useSession(({ user }) => mayChange(user, 'reports.create'));
  const { registrationMode, features } = whiteLabel();
  const isClosed = registrationMode === 0 || !features.preregistration;
  const list = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => callApi(listPreregistrations, {}, { signal }),
  });
  const revocation = useMutation({
    mutationFn: (id: string) => callApi(revokePreregistration, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <Card
      title={t('prospects.invitations.title')}
      actions={
        isInviting || isClosed || !mayInvite ? null : (
          <Button kind="primary" onClick={() => setInviting(true)}>
            {t('prospects.invitations.invite')}
          </Button>
        )
      }
    >
      <div className="stack">
        {isClosed ? <Closed /> : null}
        {isInviting ? <InviteForm onClose={() => setInviting(false)} /> : null}
        <ErrorBanner error={revocation.error} />
        {list.isError ? (
          <QueryError query={list} />
        ) : !list.data ? (
          <Skeleton lines={3} />
        ) : list.data.length === 0 ? (
          <p className="hint">{t('prospects.invitations.none')}</p>
        ) : (
          <ul className="analysis__hits">
            {list.data.map((one) => (
              <li key={one.id}>
                <InvitationLine invitation={one} />
                {mayInvite && (one.status === 'open' || one.status === 'started') ? (
                  <Button
                    size="small"
                    isBusy={revocation.isPending && revocation.variables === one.id}
                    aria-label={t('prospects.invitations.revokeNamed', {
                      name: personName(one),
                    })}
                    onClick={() => revocation.mutate(one.id)}
                  >
                    {t('prospects.invitations.revoke')}
                  </Button>
                ) : null}
                {one.status === 'submitted' && mayShare ? (
                  <Button
                    size="small"
                    aria-label={t('reports.share.confirmationOpenOf', { name: nameOf(one) })}
                    onClick={() => setSharing(one)}
                  >
                    {t('reports.share.confirmationOpen')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </div>
      {sharing ? (
        <Dialog
          title={t('reports.share.confirmationTitle', { name: nameOf(sharing) })}
          onClose={() => setSharing(null)}
        >
          <div className="stack">
            <p className="hint">{t('reports.share.confirmationIntro')}</p>
            <PublicLinks
              onShare={(limits) =>
                callApi(sharePublicReport, {
                  body: { reportType: 'preregistrationConfirmation', invitationId: sharing.id, ...limits },
                })
              }
              filter={{ invitationId: sharing.id }}
            />
          </div>
        </Dialog>
      ) : null}
    </Card>
  );
}

/** Where the house is closed no invitation can be sent: said before the form is filled in, with the way to open it. */
function Closed() {
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

const nameOf = personName;

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { status, email, expiresAt, invitedByName, customerId, isEndedByTries } = invitation;
  const name = personName(invitation);
  return (
    <span className="analysis__holding-name">
      <span className="row">
        {customerId === null ? (
          name
        ) : (
          <Link to="/customers/$customerId" params={{ customerId }}>
            {name}
          </Link>
        )}
        <ColourLabel tone={tones[status]}>{t(`prospects.invitations.status.${status}`)}</ColourLabel>
      </span>
      <span className="hint">
        {t('prospects.invitations.line', {
          email,
          adviser: invitedByName,
          day: formatDate(lastDayOfInvitation(expiresAt)),
        })}
      </span>
      {isEndedByTries ? <span className="hint">{t('prospects.invitations.endedByTries')}</span> : null}
    </span>
  );
}
