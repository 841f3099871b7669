import { listMails } from '@depotwerk/api/mail/mail';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/**
 * Says to whoever invited somebody that the message has not gone out, and why: else he waits for an answer to a letter that
 * never came. Nothing while it is on its way for the first time, or long gone.
 */
export function UndeliveredMail({ recipient }: { recipient: string }) {
  const mails = useQuery({
    queryKey: ['mails', 'newest'],
    queryFn: ({ signal }) => callApi(listMails, { query: { pageSize: 50 } }, { signal }),
    refetchInterval: 5000,
  });
  const newest = mails.data?.find((mail) => mail.recipient.toLowerCase() === recipient.toLowerCase());
  if (!newest || newest.lastError === null || newest.state === 'sent') return null;
  return (
    <Banner tone="warn" title={t('userManagement.invitation.undelivered')}>
      {said(newest.lastError)} <a href="/admin/mail">{t('userManagement.invitation.toOutbox')}</a>
    </Banner>
  );
}
