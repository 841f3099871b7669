import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import {
  type Invitation,
  listPreregistrations,
  revokePreregistration,
} from '@depotwerk/api/prospects/preregistrations';
import { sharePublicReport } from '@depotwerk/api/reports/reports';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { lastDayOfInvitation } from '@depotwerk/domain/depot-analysis/invitation-end';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { queryClient } from '../../platform/query-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { useMayInvite } from '../../platform/use-may-invite.ts';
import { customerQuery } from '../../queries/customer-queries.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PublicLinks } from '../documents/public/public-links.tsx';
import { InvitationsClosed } from '../white-label/public/invitations-closed.tsx';
import { InviteForm, type KnownPerson } from './invite-form.tsx';

const tones = { open: 'neutral', started: 'warn', submitted: 'ok', expired: 'bad', revoked: 'bad' } as const;

/** Invitations with where they stand, and the form for a new one; `customerId` is of whom the page was opened to invite. */
export function InvitationsCard({ customerId }: { customerId?: string | undefined }) {
  const navigate = useNavigate({ from: '/prospects' });
  const [inviting, setInviting] = useState<{ key: string; person: KnownPerson } | null>(null);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const [sharing, setSharing] = useState<Invitation | null>(null);
  const mayShare = useSession(({ user }) => mayChange(user, 'reports.create'));
  const { isClosed, mayInvite, isOffered } = useMayInvite();
  const customer = useQuery({
    ...customerQuery(customerId ?? ''),
    enabled: customerId !== undefined && isOffered,
  }).data;
  const form = inviting ?? (customer ? { key: customer.id, person: personOfCustomer(customer) } : null);
  const close = () => {
    setInviting(null);
    if (customerId !== undefined)
      void navigate({
        search: ({ invite: _invite, ...others }) => others,
        replace: true,
        resetScroll: false,
      });
  };
  const list = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => callApi(listPreregistrations, {}, { signal }),
  });
  const revocation = useMutation({
    mutationFn: (id: string) => callApi(revokePreregistration, { params: { id } }),
    onSuccess: () => {
      setRevoking(null);
      return queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
    onError: (error) =>
      isOutdated(error) ? queryClient.invalidateQueries({ queryKey: ['invitations'] }) : undefined,
  });
  return (
    <Card
      title={t('prospects.invitations.title')}
      actions={
        form || !isOffered ? null : (
          <Button kind="primary" onClick={() => setInviting({ key: 'new', person: {} })}>
            {t('prospects.invitations.invite')}
          </Button>
        )
      }
    >
      <div className="stack">
        {isClosed ? <InvitationsClosed /> : null}
        {form ? <InviteForm key={form.key} known={form.person} onClose={close} /> : null}
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
                    aria-label={t('prospects.invitations.revokeNamed', {
                      name: personName(one),
                    })}
                    onClick={() => setRevoking(one)}
                  >
                    {t('prospects.invitations.revoke')}
                  </Button>
                ) : null}
                {isOffered && (one.status === 'expired' || one.status === 'revoked') ? (
                  <Button
                    size="small"
                    aria-label={t('prospects.invitations.againNamed', { name: personName(one) })}
                    onClick={() => setInviting({ key: one.id, person: personOf(one) })}
                  >
                    {t('prospects.invitations.again')}
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
      {revoking ? (
        <AskDialog
          size="small"
          title={t('prospects.invitations.revokeNamed', { name: personName(revoking) })}
          submit={t('prospects.invitations.revoke')}
          kind="danger"
          isBusy={revocation.isPending}
          onClose={() => {
            setRevoking(null);
            revocation.reset();
          }}
          onSubmit={() => revocation.mutate(revoking.id)}
        >
          <p>{t('prospects.invitations.revokeQuestion')}</p>
          <ErrorBanner error={revocation.error} />
        </AskDialog>
      ) : null}
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

const nameOf = personName;

const personOfCustomer = ({
  id,
  firstName,
  lastName,
  dateOfBirth,
  email,
  phoneNumber,
}: CustomerDetail): KnownPerson => ({
  firstName,
  lastName,
  dateOfBirth,
  email: email ?? '',
  phoneNumber: phoneNumber ?? '',
  customerId: id,
});

/** Whom an invitation was for, to invite her once more. */
const personOf = ({ firstName, lastName, email, customerId }: Invitation): KnownPerson => ({
  firstName,
  lastName,
  email,
  customerId,
});

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { status, email, expiresAt, invitedByName, customerId, isEndedByTries, isPaused } = invitation;
  const name = personName(invitation);
  // What nobody can begin any more is valid until no day.
  const isUsable = status !== 'submitted' && status !== 'revoked';
  // Where she is to be erased, her address is gone already.
  const line = email === '' ? 'lineErased' : isUsable ? 'line' : 'lineEnded';
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
        <ColourLabel tone={isPaused ? 'bad' : tones[status]}>
          {t(`prospects.invitations.status.${isEndedByTries ? 'invalid' : isPaused ? 'paused' : status}`)}
        </ColourLabel>
      </span>
      <span className="hint">
        {t(`prospects.invitations.${line}`, {
          email,
          adviser: invitedByName,
          day: formatDate(lastDayOfInvitation(expiresAt)),
        })}
      </span>
      {isEndedByTries ? <span className="hint">{t('prospects.invitations.endedByTries')}</span> : null}
      {isPaused ? <span className="hint">{t('prospects.invitations.paused')}</span> : null}
    </span>
  );
}
