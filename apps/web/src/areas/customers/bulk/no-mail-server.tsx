import { Link } from '@tanstack/react-router';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';

/** Without a mail server many are not invited: trying again helps nobody, so the way to it stands here for whoever may set it up. */
export function NoMailServer({ error }: { readonly error: Error }) {
  const maySetUp = useSession(({ user }) => mayChange(user, 'userManagement.editUsers'));
  return (
    <Banner
      tone="warn"
      actions={maySetUp ? <Link to="/admin/mail">{t('customers.bulkInvite.toMail')}</Link> : undefined}
    >
      {errorMessageOf(error)}
    </Banner>
  );
}
