import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { analysisBanksQuery } from './bank-link-queries.ts';

/** Few come this way: it is fetched when somebody does. */
const BankLinkPanel = lazy(async () => ({
  default: (await import('./bank-link-panel.tsx')).BankLinkPanel,
}));

interface Taken {
  readonly count: number;
  readonly notes: readonly string[];
}

/** Whether the visitor may link a bank; also while that is not known because it could not be asked. */
export function useOffersBank(guid: string): boolean {
  const banks = useQuery(analysisBanksQuery(guid));
  const { bankCredentials } = useWhiteLabel().features;
  return bankCredentials && (banks.isError || (banks.data?.length ?? 0) > 0);
}

/** Holdings from the visitor's own bank; nothing where the house works with none whose customers can sign in. */
export function BankCard({
  guid,
  isUnderWay,
  onTake,
}: {
  guid: string;
  /** A link was under way when the page was opened. */
  isUnderWay: boolean;
  onTake: (holdings: readonly AnalysisHolding[]) => void;
}) {
  const isOffered = useOffersBank(guid);
  const [isOpen, setOpen] = useState(isUnderWay);
  const [taken, setTaken] = useState<Taken | null>(null);
  const wasOpen = useRef(isOpen);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was focused has gone with the panel.
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isUnderWay && !isOffered) return null;
  return (
    <Card title={t('analysis.bank.title')}>
      {isOpen ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <BankLinkPanel
            guid={guid}
            onTake={(holdings, notes) => {
              onTake(holdings);
              setTaken({ count: holdings.length, notes });
              setOpen(false);
            }}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <div className="stack">
          {taken === null ? (
            <p>{t('analysis.bank.intro')}</p>
          ) : (
            <Banner
              tone={taken.notes.length > 0 ? 'warn' : 'ok'}
              role="status"
              title={t('analysis.bank.taken', { count: taken.count })}
            >
              {taken.notes.length === 0 ? null : (
                <ul>
                  {taken.notes.map((note) => (
                    <li key={note}>{said(note)}</li>
                  ))}
                </ul>
              )}
            </Banner>
          )}
          <div className="row">
            <Button ref={opener} onClick={() => setOpen(true)}>
              {t(taken === null ? 'analysis.bank.open' : 'analysis.bank.openAnother')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
