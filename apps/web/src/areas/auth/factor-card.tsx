import type { ReactNode } from 'react';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';

interface FactorCardProps {
  readonly title: string;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

/** The card of a second factor, with whether it is in use. */
export function FactorCard({ title, isActive, children }: FactorCardProps) {
  return (
    <Card
      title={title}
      actions={
        <ColourLabel tone={isActive ? 'ok' : 'neutral'}>
          {isActive ? t('settings.secondFactor.totpOn') : t('settings.secondFactor.totpOff')}
        </ColourLabel>
      }
    >
      {children}
    </Card>
  );
}
