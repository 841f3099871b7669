import type { ReactNode } from 'react';
import { useMayChange } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { moment } from './public/outbox-card.tsx';

interface TestCardProps {
  title: string;
  /** Where the message goes to. */
  hint: string;
  /** What became of the message just sent; null = none was. */
  outcome: { readonly isSent: boolean; readonly text: string } | null;
  /** When the settings last passed; null = never. */
  testedAt: string | null;
  isBusy: boolean;
  onTest: () => void;
  /** What has to be said before. */
  children?: ReactNode;
}

/** Sends a message to oneself by the settings that are stored. */
export function TestCard({ title, hint, outcome, testedAt, isBusy, onTest, children }: TestCardProps) {
  const mayAct = useMayChange();
  return (
    <Card title={title}>
      <p>{hint}</p>
      {children}
      {outcome === null ? null : (
        <Banner tone={outcome.isSent ? 'ok' : 'bad'} role="status">
          {outcome.text}
        </Banner>
      )}
      <p className="hint">
        {testedAt === null ? t('mail.notTested') : t('mail.tested', { date: moment(testedAt) })}
      </p>
      <Button isBusy={isBusy} disabled={!mayAct} onClick={onTest}>
        {title}
      </Button>
    </Card>
  );
}
