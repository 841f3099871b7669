import { formatPercent } from '@depotwerk/domain/percent';
import { classBorders, type FundMatrixDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { FactList } from '../../../ui/layout.tsx';
import { riskTypesQuery, wizardFundsQuery } from '../lookup-queries.ts';
import { SummaryCard } from './summary-card.tsx';

/** Percent with one decimal as the matrix has it. */
const percentText = (percent: number | null) => (percent === null ? '–' : formatPercent(percent / 100, 0, 1));

/** The definition of a tariff of type 7 or 8: funds by risk class. */
export function SummaryFundMatrix({ matrix }: { matrix: FundMatrixDraft | null }) {
  const riskTypes = useQuery(riskTypesQuery());
  const funds = useQuery(wizardFundsQuery(matrix?.securityIds ?? []));
  if (matrix === null) return null;
  const names = new Map((funds.data ?? []).map((fund) => [fund.id, fund.name]));
  const shares = new Map(
    matrix.allocationItems.map((item) => [`${item.securityId}/${item.riskClassId}`, item.fraction]),
  );
  return (
    <SummaryCard title={t('tariffWizard.steps.fund-matrix')} step="fund-matrix">
      <FactList
        facts={[
          {
            key: 'riskTypeId',
            label: t('tariffWizard.matrix.riskTypeId'),
            value:
              riskTypes.data?.find(({ id }) => id === matrix.riskTypeId)?.riskTypeName ??
              t('forms.value.none'),
          },
          {
            key: 'riskItemsNumber',
            label: t('tariffWizard.matrix.riskItemsNumber'),
            value: matrix.riskItemsNumber ?? t('forms.value.none'),
          },
          {
            key: 'useQuota',
            label: t('tariffWizard.matrix.useQuota'),
            value: t(matrix.useQuota === true ? 'common.yes' : 'common.no'),
          },
        ]}
      />
      <div
        className="tariff-summary__scroll"
        role="region"
        aria-label={t('tariffWizard.steps.fund-matrix')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
        tabIndex={0}
      >
        <table className="settings-table">
          <thead>
            <tr>
              <th scope="col">{t('tariffWizard.matrix.fund')}</th>
              {matrix.riskItems.map(({ riskClassId }) => (
                <th key={riskClassId} scope="col" className="num">
                  {t('tariffWizard.matrix.class', { riskClass: riskClassId })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classBorders.map((border) => (
              <tr key={border}>
                <th scope="row">{t(`tariffWizard.matrix.${border}`)}</th>
                {matrix.riskItems.map((item) => (
                  <td key={item.riskClassId} className="num">
                    {percentText(item[border])}
                  </td>
                ))}
              </tr>
            ))}
            {matrix.securityIds.map((securityId) => (
              <tr key={securityId}>
                <th scope="row">{names.get(securityId) ?? '…'}</th>
                {matrix.riskItems.map(({ riskClassId }) => {
                  const share = shares.get(`${securityId}/${riskClassId}`) ?? 0;
                  return (
                    <td key={riskClassId} className="num">
                      {share === 0 ? '–' : formatPercent(share, 0, 1)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SummaryCard>
  );
}
