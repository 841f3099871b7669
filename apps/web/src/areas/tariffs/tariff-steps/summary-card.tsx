import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useWizard } from '../wizard/wizard-context.ts';

/** A page of the wizard in short, with the way to it. */
export function SummaryCard({ title, step, children }: { title: string; step: string; children: ReactNode }) {
  const { openStep } = useWizard();
  return (
    <Card
      title={title}
      actions={
        <Button kind="quiet" size="small" onClick={() => openStep(step)}>
          {t('common.edit')}
          <span className="visually-hidden">{`: ${title}`}</span>
        </Button>
      }
    >
      {children}
    </Card>
  );
}
