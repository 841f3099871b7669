import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney, fromCents, toCents } from '@depotwerk/domain/money';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { contributionText } from '../contracts/public/contribution-text.ts';
import type { OwnSide } from './own-side-queries.ts';

type OwnContract = OwnSide['contracts'][number];

/**
 * What the sum counts, as the total value of a customer does on the house's side: every contract with its last value, ended ones too.
 * One without a valuation is unknown, never nothing.
 */
function sumText(contracts: readonly OwnContract[]): string {
  const valued = contracts.filter(({ totalValue }) => totalValue !== null);
  const isWithEnded = valued.some(
    ({ endDate, totalValue }) => totalValue !== 0 && hasEnded(endDate, today()),
  );
  if (valued.length < contracts.length)
    return t(isWithEnded ? 'ownSide.sumKnownWithEnded' : 'ownSide.sumKnown');
  return t(isWithEnded ? 'ownSide.sumWithEnded' : 'ownSide.sum');
}

/** A customer's contracts with their value. */
export function OwnContracts({ contracts }: { contracts: readonly OwnContract[] }) {
  const known = contracts.flatMap(({ totalValue }) => (totalValue === null ? [] : [totalValue]));
  const sum = fromCents(known.reduce((total, value) => total + toCents(value), 0));
  return (
    <Card
      isFlush
      title={t('ownSide.contracts')}
      actions={
        known.length > 1 ? (
          <span className="own-side__sum">
            {sumText(contracts)} <strong className="num">{formatMoney(sum)}</strong>
          </span>
        ) : undefined
      }
    >
      {contracts.length === 0 ? (
        <EmptyState icon={<IconFileText size={32} aria-hidden="true" />} title={t('ownSide.noContracts')}>
          {t('ownSide.noContractsHint')}
        </EmptyState>
      ) : (
        <ul className="own-side__list">
          {contracts.map((contract) => (
            <ContractLine key={contract.id} contract={contract} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ContractLine({ contract }: { contract: OwnContract }) {
  const { id, externalKey, tariffName, insurerName, totalValue, valuationDate } = contract;
  const isOver = hasEnded(contract.endDate, today());
  // Nothing is paid into a contract that is over.
  const contribution = isOver
    ? undefined
    : contributionText(contract.contribution, contract.contributionInterval);
  return (
    <li className="own-side__line">
      <div className="own-side__text">
        <div className="own-side__name">
          <Link to="/contracts/$contractId/$tab" params={{ contractId: id, tab: 'overview' }}>
            {tariffName}
          </Link>
          {isOver ? <ColourLabel>{t('contracts.tags.ended')}</ColourLabel> : null}
        </div>
        <div className="hint">
          {[t('ownSide.contractNumber', { number: externalKey }), insurerName]
            .filter((text) => text !== null)
            .join(' · ')}
        </div>
        {contribution === undefined ? null : (
          <div className="hint">{t('ownSide.contribution', { contribution })}</div>
        )}
      </div>
      <div className="own-side__value">
        <span className="num">{totalValue === null ? t('ownSide.unknown') : formatMoney(totalValue)}</span>
        {valuationDate === null ? null : (
          <span className="hint">{t('common.asOf', { date: formatDate(valuationDate) })}</span>
        )}
      </div>
    </li>
  );
}
