import { formatPercent } from '@depotwerk/domain/percent';
import { type RiskMeasure, riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { allPeergroupFiguresQuery } from '../allocation/allocation-queries.ts';

/** What the peer groups measure themselves, least first: targets are chosen between them. Read when it is opened. */
export function PeergroupMeasures({ riskTypeId, measure }: { riskTypeId: number; measure: RiskMeasure }) {
  const [isOpen, setOpen] = useState(false);
  const figures = useQuery({ ...allPeergroupFiguresQuery(riskTypeId), enabled: isOpen });
  const measured = (figures.data ?? [])
    .flatMap(({ name, peergroupId, riskValue, shareQuota }) => {
      const value = measure === 'EQUITY_QUOTA' ? shareQuota * 100 : riskValue;
      return value === null ? [] : [{ name, peergroupId, value }];
    })
    .toSorted((one, other) => one.value - other.value || one.name.localeCompare(other.name, 'de'));
  return (
    <details className="peergroup-measures" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('componentSteps.risk.peergroups', { measure: said(riskMeasureNames[measure]) })}</summary>
      {figures.isError ? (
        <QueryError query={figures} />
      ) : figures.data === undefined ? (
        // Nothing is on its way before it is opened.
        isOpen && <Skeleton lines={4} />
      ) : measured.length === 0 ? (
        <p className="hint">{t('componentSteps.risk.noPeergroups')}</p>
      ) : (
        <ul>
          {measured.map(({ name, peergroupId, value }) => (
            <li key={peergroupId}>
              <span>{name}</span>
              <span className="num">{formatPercent(value / 100, 1, 1)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
