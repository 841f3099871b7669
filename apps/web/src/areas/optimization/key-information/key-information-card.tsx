import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { QueryError } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { keyInformationQuery } from '../optimization-queries.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { KeyInformationList } from './key-information-list.tsx';

/** Key information of what the open plan buys; nothing where it buys nothing. */
export function KeyInformationCard({ contractId }: { contractId: string }) {
  const user = useSession((state) => state.user);
  const information = useQuery(keyInformationQuery(contractId));
  const [isOpen, setOpen] = useState(false);
  if (information.isError)
    return (
      <Card title={t('optimization.keyInformation.title')}>
        <QueryError query={information} />
      </Card>
    );
  if (!information.data || information.data.funds.length === 0) return null;
  const isComplete = information.data.missing === null;
  return (
    <Card
      title={t('optimization.keyInformation.title')}
      actions={
        <>
          <ColourLabel tone={isComplete ? 'ok' : 'warn'}>
            {t(
              isComplete ? 'optimization.keyInformation.complete' : 'optimization.keyInformation.incomplete',
            )}
          </ColourLabel>
          {!isComplete && mayChange(user, 'optimization.plan') ? (
            <Button size="small" onClick={() => setOpen(true)}>
              {t('optimization.keyInformation.start')}
            </Button>
          ) : null}
        </>
      }
    >
      <KeyInformationList information={information.data} />
      {isOpen ? (
        <HandOverDialog
          contractId={contractId}
          information={information.data}
          onComplete={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}
