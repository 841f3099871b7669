import { IconHammer } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** Tab whose content follows in later work: names what comes there and pretends nothing. */
export function LaterTab({ title, content }: { title: string; content: string }) {
  return (
    <Card title={title}>
      <EmptyState icon={<IconHammer size={32} aria-hidden="true" />} title={t('shell.later')}>
        {content}
      </EmptyState>
    </Card>
  );
}
