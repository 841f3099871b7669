import type { CallAnswer } from '@depotwerk/api/call';
import { findLikelyCustomers } from '@depotwerk/api/customers/customer-merges';
import {
  decideRegistration,
  listRegistrations,
  type WaitingRegistration,
} from '@depotwerk/api/prospects/registration';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useMayChange } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { GroupField, useGroupChoice } from '../customers/public/group-choice.tsx';

const registrationsQuery = queryOptions({
  queryKey: ['registrations'],
  queryFn: ({ signal }) => callApi(listRegistrations, {}, { signal }),
});

/** Registrations that wait for an adviser; nothing where there are none. */
export function RegistrationsCard() {
  const { data } = useQuery(registrationsQuery);
  const [link, setLink] = useState<string | null>(null);
  if ((data ?? []).length === 0 && link === null) return null;
  return (
    <Card title={t('prospects.registrations.title')}>
      <div className="stack">
        {link === null ? null : (
          <TextField
            label={t('prospects.registrations.link')}
            value={link}
            readOnly
            onChange={() => {}}
            onFocus={(event) => event.target.select()}
          />
        )}
        {(data ?? []).map((registration) => (
          <Waiting key={registration.id} registration={registration} onLink={setLink} />
        ))}
      </div>
    </Card>
  );
}

type Likely = CallAnswer<typeof findLikelyCustomers>;

function Waiting({
  registration,
  onLink,
}: {
  registration: WaitingRegistration;
  onLink: (link: string | null) => void;
}) {
  const { id, firstName, lastName, email, dateOfBirth, confirmedAt } = registration;
  const name = personName(registration);
  const group = useGroupChoice();
  const [isTried, setTried] = useState(false);
  const [likely, setLikely] = useState<Likely | null>(null);
  const mayAct = useMayChange('customers.create');
  const decision = useMutation({
    mutationFn: async (choice: { isApproved: boolean; customerId?: string | null }) => {
      if (choice.isApproved && choice.customerId === undefined) {
        const found = await callApi(findLikelyCustomers, {
          body: { firstName, lastName, companyName: '', dateOfBirth, email },
        });
        if (found.length > 0) {
          setLikely(found);
          return null;
        }
      }
      // A customer has a group already.
      const asked = choice.isApproved && !choice.customerId ? await group.known() : null;
      if (asked?.isMissing) {
        setTried(true);
        return null;
      }
      const groupId = asked?.groupId ?? group.groupId;
      const body = choice.isApproved
        ? { isApproved: true, groupId, customerId: choice.customerId ?? null }
        : { isApproved: false, groupId: null, customerId: null };
      return callApi(decideRegistration, { params: { id }, body });
    },
    onSuccess: async (answer, { isApproved }) => {
      if (!answer) return;
      // The line goes, and with the last one the card.
      showToast(
        t(isApproved ? 'prospects.registrations.approved' : 'prospects.registrations.refused', { name }),
      );
      onLink(answer.link);
      await queryClient.invalidateQueries(registrationsQuery);
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      await queryClient.invalidateQueries(registrationsQuery);
      // Somebody else was quicker: the line is gone, and what went wrong with it.
      const waiting = queryClient.getQueryData(registrationsQuery.queryKey) ?? [];
      if (waiting.every((one) => one.id !== id))
        showToast(t('prospects.registrations.decidedMeanwhile', { name }));
    },
  });
  return (
    <section className="stack" aria-label={name}>
      <span className="analysis__holding-name">
        <strong>{name}</strong>
        <span className="hint">
          {t('prospects.registrations.line', {
            email,
            dateOfBirth:
              dateOfBirth === null ? t('prospects.registrations.unknown') : formatDate(dateOfBirth),
            date: formatDateTime(confirmedAt),
          })}
        </span>
      </span>
      <div className="analysis__short">
        <GroupField choice={group} isTried={isTried} />
      </div>
      {likely === null ? null : (
        <Banner tone="warn" role="alert">
          {likely.map((one) => (
            <p key={one.id}>
              {t('prospects.registrations.likely', { name: one.name })}{' '}
              <Button
                size="small"
                isBusy={decision.isPending}
                onClick={() => decision.mutate({ isApproved: true, customerId: one.id })}
              >
                {t('prospects.registrations.take')}
              </Button>
            </p>
          ))}
          <Button
            size="small"
            isBusy={decision.isPending}
            onClick={() => decision.mutate({ isApproved: true, customerId: null })}
          >
            {t('prospects.registrations.asNew')}
          </Button>
        </Banner>
      )}
      <ErrorBanner error={decision.error} />
      <div className="row">
        <Button
          kind="primary"
          disabled={!mayAct}
          isBusy={decision.isPending}
          aria-label={t('prospects.registrations.approveNamed', { name })}
          onClick={() => decision.mutate({ isApproved: true })}
        >
          {t('prospects.registrations.approve')}
        </Button>
        <Button
          disabled={!mayAct}
          isBusy={decision.isPending}
          aria-label={t('prospects.registrations.refuseNamed', { name })}
          onClick={() => decision.mutate({ isApproved: false })}
        >
          {t('prospects.registrations.refuse')}
        </Button>
      </div>
    </section>
  );
}
