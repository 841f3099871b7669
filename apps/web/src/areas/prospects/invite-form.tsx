import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { findLikelyCustomers } from '@depotwerk/api/customers/customer-merges';
import { createPreregistration } from '@depotwerk/api/prospects/preregistrations';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { usualInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactField, isContact } from '../../forms/contact-field.tsx';
import { InvitationEndField } from '../../forms/invitation-end-field.tsx';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { dayIn, today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useFaults } from '../../ui/use-faults.ts';
import { GroupField, useGroupChoice } from '../customers/public/group-choice.tsx';

type Body = CallInput<typeof createPreregistration>['body'];
/** As the fields hold it; an emptied last day is none until another is typed. */
type Draft = Omit<Body, 'customerId' | 'groupId' | 'expiresAt'> & { expiresAt: Body['expiresAt'] | null };
type Likely = CallAnswer<typeof findLikelyCustomers>;

/** What is known of a person already; the day of birth of who is no customer only she can say. */
export type KnownPerson = Partial<
  Pick<Draft, 'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'phoneNumber'>
> & {
  /** The customer she is already: nobody has to be looked for. */
  customerId?: string | null;
};

const draftOf = ({
  firstName = '',
  lastName = '',
  dateOfBirth = null,
  email = '',
  phoneNumber = '',
}: KnownPerson): Draft => ({
  firstName,
  lastName,
  dateOfBirth,
  email,
  phoneNumber,
  message: '',
  expiresAt: dayIn(usualInvitationDays),
});

/** The button that asked for the form is gone: one goes on at the first field that is still empty. */
function beginAtGap(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll('input') ?? [])];
  fields.find(({ value }) => value === '')?.focus();
}

/** Invites a person; who is a customer already by the rule for doubles is offered before anything is sent. */
export function InviteForm({ known = {}, onClose }: { known?: KnownPerson; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(known));
  const [isTried, setTried] = useState(false);
  const faults = useFaults<'dateOfBirth' | 'expiresAt'>();
  const [likely, setLikely] = useState<Likely | null>(null);
  const group = useGroupChoice();
  const set =
    <Field extends keyof Draft>(field: Field) =>
    (value: Draft[Field]) => {
      setDraft((known) => ({ ...known, [field]: value }));
      setLikely(null);
    };
  const invitation = useMutation({
    mutationFn: async (chosen: string | null | undefined) => {
      const customerId = chosen === undefined ? (known.customerId ?? undefined) : chosen;
      if (customerId === undefined) {
        const { firstName, lastName, dateOfBirth, email } = draft;
        const found = await callApi(findLikelyCustomers, {
          body: { firstName, lastName, companyName: '', dateOfBirth, email },
        });
        if (found.length > 0) {
          setLikely(found);
          return null;
        }
      }
      const { expiresAt } = draft;
      if (expiresAt === null) return null;
      const taken = customerId ?? null;
      // A customer has a group already.
      const asked = taken === null ? await group.known() : null;
      if (asked?.isMissing) return null;
      const body = { ...draft, expiresAt, groupId: asked?.groupId ?? group.groupId, customerId: taken };
      return callApi(createPreregistration, { body });
    },
    onSuccess: (answer) => {
      if (answer) void queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
  });
  const isComplete =
    isContact(draft) && draft.dateOfBirth !== null && draft.expiresAt !== null && !faults.isAny;
  const sent = invitation.data;
  if (sent) {
    return (
      <Banner tone="ok" role="status" title={t('prospects.invite.sent')}>
        {sent.link === null ? (
          <p>{t('prospects.invite.mailed', { email: draft.email })}</p>
        ) : (
          <TextField
            label={t('prospects.registrations.link')}
            value={sent.link}
            readOnly
            onChange={() => {}}
            onFocus={(event) => event.target.select()}
          />
        )}
        <Button size="small" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Banner>
    );
  }
  return (
    <form
      ref={beginAtGap}
      noValidate
      className="stack"
      aria-label={t('prospects.invitations.invite')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isComplete) invitation.mutate(undefined);
      }}
    >
      <div className="analysis__pair">
        <ContactField
          field="firstName"
          value={draft.firstName}
          onChange={set('firstName')}
          isTried={isTried}
        />
        <ContactField field="lastName" value={draft.lastName} onChange={set('lastName')} isTried={isTried} />
        <DateField
          label={t('prospects.invited.dateOfBirth')}
          hint={t('prospects.invite.dateOfBirthHint')}
          isBirthDay
          // Of a customer the day she is kept with counts, whatever is written here.
          isDisabled={known.customerId !== undefined && (known.dateOfBirth ?? null) !== null}
          value={draft.dateOfBirth}
          onChange={set('dateOfBirth')}
          onFault={faults.take('dateOfBirth')}
          isRequired
          error={
            isTried
              ? (faults.of('dateOfBirth') ?? (draft.dateOfBirth === null ? t('validators.required') : null))
              : null
          }
        />
        <ContactField field="email" value={draft.email} onChange={set('email')} isTried={isTried} />
        <ContactField
          field="phoneNumber"
          value={draft.phoneNumber}
          onChange={set('phoneNumber')}
          isTried={isTried}
        />
        {/* A customer has a group already. */}
        {known.customerId ? null : <GroupField choice={group} isTried={isTried} />}
        <InvitationEndField
          value={draft.expiresAt}
          onChange={set('expiresAt')}
          onFault={faults.take('expiresAt')}
          fault={faults.of('expiresAt')}
          isTried={isTried}
        />
      </div>
      {underageUntil(draft.dateOfBirth, today()) === null ? null : (
        <Banner tone="info" role="status">
          {t('customers.underage.invited')}
        </Banner>
      )}
      <TextArea
        label={t('analysis.contact.message')}
        value={draft.message}
        onChange={set('message')}
        maxLength={2000}
        rows={3}
      />
      {likely === null ? null : (
        <Banner tone="warn" role="alert" title={t('prospects.invite.likely')}>
          <ul>
            {likely.map(({ id, name, email }) => (
              <li key={id}>
                {[name, email].filter(Boolean).join(', ')}{' '}
                <Button size="small" isBusy={invitation.isPending} onClick={() => invitation.mutate(id)}>
                  {t('prospects.invite.take')}
                </Button>
              </li>
            ))}
          </ul>
          <Button size="small" isBusy={invitation.isPending} onClick={() => invitation.mutate(null)}>
            {t('prospects.invite.asNew')}
          </Button>
        </Banner>
      )}
      <ErrorBanner error={invitation.error} />
      <div className="row">
        <Button kind="primary" type="submit" isBusy={invitation.isPending}>
          {t('prospects.invite.submit')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
