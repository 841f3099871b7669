import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { Breadcrumbs, PageHeader } from '../../ui/layout.tsx';
import { ownThread } from './message-queries.ts';
import { MessageThread } from './message-thread.tsx';

/** `/my/messages`: what the customer and her advisers write to each other. */
export function OwnMessagesPage() {
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="own" to="/my">
                {t('ownSide.title')}
              </Link>,
              <span key="messages">{t('messages.title')}</span>,
            ]}
          </Breadcrumbs>
        }
        title={t('messages.title')}
      />
      <MessageThread source={ownThread} isCustomer />
    </div>
  );
}
