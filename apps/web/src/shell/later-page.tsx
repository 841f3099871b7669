import { IconHammer } from '@tabler/icons-react';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';

/** Honest page of a route whose content follows: names what comes there and pretends nothing. */
export function LaterPage({ title, content }: { title: TextKey; content: TextKey }) {
  return (
    <>
      <PageHeader title={t(title)} />
      <Card>
        <EmptyState icon={<IconHammer size={32} aria-hidden="true" />} title={t('shell.later')}>
          {t('shell.laterHint', { content: t(content) })}
        </EmptyState>
      </Card>
    </>
  );
}
