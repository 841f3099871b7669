import type { customerSelection } from '@depotwerk/api/customers/customer-bulk';
import { inviteCustomers, previewInvitations } from '@depotwerk/api/prospects/preregistrations';
import { usualInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { InvitationEndField } from '../../../forms/invitation-end-field.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { dayIn } from '../../../platform/today.ts';
import { useMayInvite } from '../../../platform/use-may-invite.ts';
import { useStartJob } from '../../../shell/use-start-job.ts';
import { t } from '../../../texts/texts.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useFaults } from '../../../ui/use-faults.ts';
import { InvitationsClosed } from '../../white-label/public/invitations-closed.tsx';
import { InvitationsAhead } from './invitations-ahead.tsx';
import { NoMailServer } from './no-mail-server.tsx';

interface InviteManyDialogProps {
  selection: z.input<typeof customerSelection>;
  onClose: () => void;
  /** After the work was started. */
  onDone: () => void;
}

/** Invites many customers to answer their questions, after it was said how many mails that is and who is left out; what becomes of each is said by the job it starts. */
export function InviteManyDialog({ selection, onClose, onDone }: InviteManyDialogProps) {
  const [message, setMessage] = useState('');
  const [expiresAt, setExpiresAt] = useState<string | null>(() => dayIn(usualInvitationDays));
  const [isTried, setTried] = useState(false);
  const faults = useFaults<'expiresAt'>();
  const { isBusy, failure, start } = useStartJob('bulkCustomers', onDone);
  const { isClosed } = useMayInvite();
  const ahead = useQuery({
    queryKey: ['bulk-job', 'invitations-ahead', selection],
    queryFn: ({ signal }) => callApi(previewInvitations, { body: { selection } }, { signal }),
    // What is confirmed is what was said: it stays as it is while somebody reads it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: !isClosed,
  });
  const invite = async () => {
    setTried(true);
    if (expiresAt === null || faults.isAny) return;
    await start(() => callApi(inviteCustomers, { body: { selection, message, expiresAt } }));
  };
  return (
    <AskDialog
      title={t('customers.bulkInvite.title')}
      onClose={onClose}
      submit={t('customers.bulkInvite.submit')}
      failure={failure}
      isBusy={isBusy}
      isDisabled={isClosed || (ahead.data?.invited ?? 0) === 0}
      onSubmit={() => void invite()}
    >
      <p>{t('customers.bulkInvite.hint')}</p>
      {isClosed ? (
        <InvitationsClosed />
      ) : ahead.error instanceof ApiError && ahead.error.code === 'preregistration.noMailServer' ? (
        <NoMailServer error={ahead.error} />
      ) : ahead.isError ? (
        <QueryError query={ahead} />
      ) : ahead.data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <InvitationsAhead ahead={ahead.data} />
      )}
      <InvitationEndField
        value={expiresAt}
        onChange={setExpiresAt}
        onFault={faults.take('expiresAt')}
        fault={faults.of('expiresAt')}
        isTried={isTried}
      />
      <TextArea
        label={t('analysis.contact.message')}
        value={message}
        onChange={setMessage}
        maxLength={2000}
        rows={3}
      />
    </AskDialog>
  );
}
