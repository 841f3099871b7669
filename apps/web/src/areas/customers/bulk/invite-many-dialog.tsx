import type { customerSelection } from '@depotwerk/api/customers/customer-bulk';
import { inviteCustomers } from '@depotwerk/api/prospects/preregistrations';
import { usualInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { InvitationEndField } from '../../../forms/invitation-end-field.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { dayIn } from '../../../platform/today.ts';
import { useStartJob } from '../../../shell/use-start-job.ts';
import { t } from '../../../texts/texts.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { useFaults } from '../../../ui/use-faults.ts';

interface InviteManyDialogProps {
  selection: z.input<typeof customerSelection>;
  onClose: () => void;
  /** After the work was started. */
  onDone: () => void;
}

/** Invites many customers to answer their questions; what becomes of each is said by the job it starts. */
export function InviteManyDialog({ selection, onClose, onDone }: InviteManyDialogProps) {
  const [message, setMessage] = useState('');
  const [expiresAt, setExpiresAt] = useState<string | null>(() => dayIn(usualInvitationDays));
  const [isTried, setTried] = useState(false);
  const faults = useFaults<'expiresAt'>();
  const { isBusy, failure, start } = useStartJob('bulkCustomers', onDone);
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
      onSubmit={() => void invite()}
    >
      <p>{t('customers.bulkInvite.hint')}</p>
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
