import { t } from '../../texts/texts.ts';
import { crumb, PageHeader } from '../../ui/layout.tsx';
import { ownThread } from './message-queries.ts';
import { MessageThread } from './message-thread.tsx';

/** `/my/messages`: what the customer and her advisers write to each other. */
export function OwnMessagesPage() {
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[crumb('/my', t('ownSide.title')), <span key="messages">{t('messages.title')}</span>]}
        title={t('messages.title')}
      />
      <MessageThread source={ownThread} isCustomer />
    </div>
  );
}
