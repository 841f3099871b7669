import { type BankLink, mostDepots } from '@depotwerk/api/prospects/analysis-bank';
import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import type { HoldingFile } from './analysis-queries.ts';
import { type BankDepots, bankDepotsQuery, readDepots } from './bank-link-queries.ts';
import { StatementReview } from './statement-review.tsx';
import { StepHeading } from './step-heading.tsx';
import { useGone } from './use-gone.ts';

interface BankDepotChoiceProps {
  guid: string;
  link: BankLink;
  onFailed: (error: unknown) => void;
  onTake: (holdings: readonly AnalysisHolding[], notes: readonly string[]) => void;
}

/** Which depots come into the analysis; what the bank says too little of is completed before anything is taken. */
export function BankDepotChoice({ guid, link, onFailed, onTake }: BankDepotChoiceProps) {
  const depots = useQuery(bankDepotsQuery(guid));
  const { error } = depots;
  useEffect(() => {
    if (error !== null) onFailed(error);
    // Told once for each failure.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  const [reviewed, setReviewed] = useState<HoldingFile | null>(null);
  const notesOf = ({ refused }: HoldingFile) => refused.map(({ reason }) => reason);
  const reading = useMutation({
    mutationFn: (externalKeys: readonly string[]) => readDepots(guid, externalKeys),
    onSuccess: (read) => {
      if (read.asked.length === 0) onTake(read.holdings, notesOf(read));
      else setReviewed(read);
    },
    onError: onFailed,
  });
  useGone(error, reading.error);
  if (reviewed !== null)
    return (
      <StatementReview
        guid={guid}
        file={reviewed}
        isOfBank
        onTake={(holdings) => onTake(holdings, notesOf(reviewed))}
      />
    );
  return (
    <>
      <StepHeading>{t('analysis.bank.depotsTitle', { bank: link.bankName })}</StepHeading>
      <p className="hint">{t('analysis.bank.until', { time: formatDateTime(link.expiresAt) })}</p>
      {depots.isPending ? (
        <Skeleton height={120} />
      ) : depots.isError ? (
        <QueryError query={depots} />
      ) : depots.data.length === 0 ? (
        <Banner tone="info" role="status">
          {t('analysis.bank.noDepots', { bank: link.bankName })}
        </Banner>
      ) : (
        <Choice depots={depots.data} isBusy={reading.isPending} onRead={(keys) => reading.mutate(keys)} />
      )}
      <ErrorBanner error={reading.error} />
    </>
  );
}

function Choice({
  depots,
  isBusy,
  onRead,
}: {
  depots: BankDepots;
  isBusy: boolean;
  onRead: (externalKeys: readonly string[]) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(depots.slice(0, mostDepots).map(({ externalKey }) => externalKey)),
  );
  const [isTried, setTried] = useState(false);
  const wrong =
    chosen.size === 0
      ? t('analysis.bank.depotsMissing')
      : chosen.size > mostDepots
        ? t('analysis.bank.depotsTooMany', { most: mostDepots })
        : null;
  const toggle = (key: string, isChosen: boolean) =>
    setChosen((known) => new Set(isChosen ? [...known, key] : [...known].filter((one) => one !== key)));
  return (
    <>
      <ul className="analysis__depots">
        {depots.map(({ externalKey, label, totalValue, valuationDate }) => (
          <li key={externalKey}>
            <Checkbox
              label={
                <span className="analysis__holding-name">
                  {label}
                  <span className="hint">
                    {[externalKey, valueText(totalValue, valuationDate)].join(' · ')}
                  </span>
                </span>
              }
              isChecked={chosen.has(externalKey)}
              onChange={(isChosen) => toggle(externalKey, isChosen)}
            />
          </li>
        ))}
      </ul>
      {isTried && wrong !== null ? (
        <Banner tone="bad" role="alert">
          {wrong}
        </Banner>
      ) : null}
      <div className="row">
        <Button
          kind="primary"
          isBusy={isBusy}
          onClick={() => {
            setTried(true);
            if (wrong === null) onRead([...chosen]);
          }}
        >
          {t('analysis.bank.read')}
        </Button>
      </div>
    </>
  );
}

/** What is not known of every holding is not shown as a sum. */
function valueText(totalValue: number | null, day: string | null): string {
  if (totalValue === null) return t('analysis.bank.valueUnknown');
  const value = formatMoney(totalValue);
  return day === null ? value : t('analysis.bank.depotValue', { value, day: formatDate(day) });
}
