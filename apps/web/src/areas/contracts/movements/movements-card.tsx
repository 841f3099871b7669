import { movementKindNames, movementSourceNames } from '@depotwerk/domain/contracts/fund-movements';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { type FundLot, heldLots } from '@depotwerk/engine/analysis/fund-lots';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EntityPanel } from '../../../forms/entity-panel.tsx';
import { useMayChangeContract } from '../../../queries/may-change-contract.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import { MovementFields } from './movement-fields.tsx';
import { type MovedFund, movementsKind, movementsQuery } from './movements-kind.ts';
import './movements.css';

/** What is recorded of the purchases of a contract's funds, and how far it explains the units that are held. */
export function MovementsCard({ contractId }: { contractId: string }) {
  const movements = useQuery(movementsQuery(contractId));
  const mayEdit = useMayChangeContract(contractId, 'contracts.edit');
  const [open, setOpen] = useState<number | null>(null);
  const kind = useMemo(() => movementsKind(contractId), [contractId]);
  if (movements.isError && movements.data === undefined) return <QueryError query={movements} />;
  if (movements.data === undefined) return <Skeleton height={160} />;
  return (
    <Card title={t('movements.title')}>
      {movements.data.length === 0 ? (
        <EmptyState title={t('portfolio.withoutFunds')} />
      ) : (
        <>
          <p className="hint">{t('movements.hint')}</p>
          <ul className="movements">
            {movements.data.map((fund) => (
              <li key={fund.fundId}>
                <FundMovements fund={fund} onEdit={mayEdit ? () => setOpen(fund.fundId) : undefined} />
              </li>
            ))}
          </ul>
        </>
      )}
      {open === null ? null : (
        <EntityPanel
          kind={kind}
          open={String(open)}
          onClose={() => setOpen(null)}
          renderFields={(form) => <MovementFields form={form} />}
        />
      )}
    </Card>
  );
}

const units = (quantity: number) => formatNumber(quantity, 0, 6);

/** How far the recorded purchases explain what is held: never a blank for what is not known. */
function coverageOf({ held, movements }: MovedFund): { texts: string[]; lots: readonly FundLot[] } {
  if (movements.length === 0) return { texts: [t('movements.none', { held: units(held) })], lots: [] };
  const { lots, missing, unrecorded, unmatched } = heldLots(movements, held);
  const texts = [
    missing > 0
      ? t('movements.missing', { missing: units(missing), held: units(held) })
      : held === 0
        ? t('movements.gone')
        : t('movements.covered', { held: units(held) }),
    ...(unrecorded > 0 ? [t('movements.unrecorded', { quantity: units(unrecorded) })] : []),
    ...(unmatched > 0 ? [t('movements.unmatched', { quantity: units(unmatched) })] : []),
  ];
  return { texts, lots };
}

function FundMovements({ fund, onEdit }: { fund: MovedFund; onEdit: (() => void) | undefined }) {
  const { texts, lots } = coverageOf(fund);
  return (
    <details className="movements__fund">
      <summary>
        <strong>{fund.name}</strong>
        {texts.map((text) => (
          <span key={text} className="hint">
            {text}
          </span>
        ))}
      </summary>
      <div className="stack">
        {lots.length === 0 ? null : (
          <div>
            <h3>{t('movements.lots')}</h3>
            <LotsTable lots={lots} name={fund.name} />
          </div>
        )}
        {fund.movements.length === 0 ? null : (
          <div>
            <h3>{t('movements.recorded')}</h3>
            <RecordedTable fund={fund} />
          </div>
        )}
        {onEdit === undefined ? null : (
          <div>
            <Button size="small" onClick={onEdit}>
              {t('movements.edit')}
              <span className="visually-hidden"> {t('movements.ofFund', { name: fund.name })}</span>
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

const moneyOrUnknown = (amount: number | null) =>
  amount === null ? t('portfolio.costUnknown') : formatMoney(amount);

function LotsTable({ lots, name }: { lots: readonly FundLot[]; name: string }) {
  return (
    <ScrollTable
      caption={t('movements.lotsOf', { name })}
      isLong
      columns={[
        { key: 'day', label: t('movements.acquiredDay') },
        { key: 'quantity', label: t('movements.quantity'), isNumber: true },
        { key: 'cost', label: t('movements.paid'), isNumber: true },
        { key: 'perUnit', label: t('movements.perUnit'), isNumber: true, isWide: true },
      ]}
      rows={lots.map(({ acquiredDay, quantity, cost }) => ({
        key: acquiredDay ?? '',
        cells: [
          acquiredDay === null ? t('portfolio.costUnknown') : formatDate(acquiredDay),
          units(quantity),
          moneyOrUnknown(cost),
          moneyOrUnknown(cost === null ? null : cost / quantity),
        ],
      }))}
    />
  );
}

function RecordedTable({ fund }: { fund: MovedFund }) {
  return (
    <ScrollTable
      caption={t('movements.ofFund', { name: fund.name })}
      isLong
      columns={[
        { key: 'day', label: t('movements.day') },
        { key: 'kind', label: t('movements.kind') },
        { key: 'quantity', label: t('movements.quantity'), isNumber: true },
        { key: 'amount', label: t('movements.amount'), isNumber: true },
        { key: 'source', label: t('movements.source'), isWide: true },
      ]}
      rows={fund.movements.map(({ id, day, kind, quantity, factor, amount, acquiredDay, source }) => ({
        key: id,
        cells: [
          formatDate(day),
          acquiredDay === null
            ? said(movementKindNames[kind])
            : t('movements.boughtOn', { kind: said(movementKindNames[kind]), day: formatDate(acquiredDay) }),
          factor === null ? units(quantity ?? 0) : t('movements.times', { factor: units(factor) }),
          kind === 'split' ? t('common.none') : moneyOrUnknown(amount),
          said(movementSourceNames[source]),
        ],
      }))}
    />
  );
}
