import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { Stars } from '../../ui/cells.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { knownSumText, knownValueText, unvaluedText } from '../../ui/known-value.ts';
import { Card } from '../../ui/layout.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';

/** Contracts of a customer the user may see. */
export function CustomerContracts({ contracts }: { contracts: CustomerDetail['contracts'] }) {
  if (contracts.length === 0) {
    return (
      <Card title={t('contracts.title')}>
        <EmptyState title={t('common.emptyList')} />
      </Card>
    );
  }
  const sum = fromCents(contracts.reduce((total, contract) => total + toCents(contract.totalValue), 0));
  const unvalued = contracts.filter(({ isValueUnknown }) => isValueUnknown).length;
  const leftOut = unvaluedText(unvalued);
  return (
    <Card isFlush title={t('contracts.title')}>
      <div className="customers__table-box">
        <table className="customers__table">
          <caption className="visually-hidden">{t('contracts.title')}</caption>
          <TableHead
            columns={[
              t('contracts.columns.externalKey'),
              { label: t('contracts.columns.insurer'), className: 'customers__wide' },
              t('contracts.columns.score'),
              numeric(t('contracts.columns.totalValue')),
              { label: t('contracts.columns.lastCheck'), className: 'customers__wide' },
            ]}
          />
          <tbody>
            {contracts.map((contract) => (
              <tr key={contract.id}>
                <th scope="row">
                  <Link
                    to="/contracts/$contractId/$tab"
                    params={{ contractId: contract.id, tab: 'overview' }}
                  >
                    {contract.externalKey}
                  </Link>
                  <div className="hint">{contract.tariffName}</div>
                </th>
                <td className="customers__wide">{contract.insurerName ?? '–'}</td>
                <td>
                  {/* Stars are the score in halves of twenty. */}
                  <Stars
                    value={
                      contract.contractScore === null ? null : Math.round(contract.contractScore / 10) / 2
                    }
                  />
                </td>
                <td className="num">{knownValueText(contract, contract.totalValue)}</td>
                <td className="customers__wide">
                  {contract.lastCheck === null
                    ? t('contracts.neverChecked')
                    : formatInstantDay(contract.lastCheck)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('portfolio.sum')}</th>
              <td className="customers__wide">{'\u00a0'}</td>
              <td>{'\u00a0'}</td>
              <td className="num">
                {knownSumText(sum, unvalued)}
                {leftOut === null ? null : <div className="hint">{leftOut}</div>}
              </td>
              <td className="customers__wide">{'\u00a0'}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}
