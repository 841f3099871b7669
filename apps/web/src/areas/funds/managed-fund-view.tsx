import type { FundDetail } from '@depotwerk/api/funds/fund-management';
import { getFundUsage } from '@depotwerk/api/funds/fund-management';
import { formatDate } from '@depotwerk/domain/date-text';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { fundFields } from '@depotwerk/domain/master-data/fund-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FactList } from '../../ui/layout.tsx';
import { FundDetails, FundLabels, formatPrice } from './fund-details.tsx';
import { FundHolders } from './fund-holders.tsx';
import { FundPriceChart } from './fund-price-chart.tsx';
import './fund.css';
import './public/fund-picker.css';

/** Everything known of a fund, to read. */
export function ManagedFundView({ entity }: { entity: FundDetail }) {
  const mayUse = useSession((state) => hasPermission(state.user, 'tariffs.view'));
  return (
    <>
      <FundLabels fund={entity.fund} />
      <FundPriceChart fund={entity.fund} />
      <FundDetails fund={entity.fund} />
      <FurtherFigures entity={entity} />
      {mayUse ? <FundUsage fundId={entity.fund.id} /> : null}
      <FundHolders fundId={entity.fund.id} />
    </>
  );
}

type Fact = { key: string; label: string; value: ReactNode };

/** Figures of the import beyond those every adviser sees. */
function FurtherFigures({ entity }: { entity: FundDetail }) {
  const none = t('common.none');
  const { fund } = entity;
  const percent = (
    key: 'managementFee' | 'transactionCosts' | 'entryFee' | 'exitFee' | 'performanceFee' | 'distributionFee',
  ): Fact => {
    const value = entity[key];
    return {
      key,
      label: t(`masterData.funds.${key}`),
      value: value === null ? none : formatPercent(value, 2, 4),
    };
  };
  const share = (key: string, label: string, value: number | null): Fact => ({
    key,
    label,
    value: value === null ? none : formatPercent(value, 0, 2),
  });
  const day = (key: string, label: string, value: string | null): Fact => ({
    key,
    label,
    value: value === null ? none : formatDate(value),
  });
  const amount = (key: 'minimumOrder' | 'minimumSavingsAmount'): Fact => {
    const value = entity[key];
    return {
      key,
      label: said(labelOf(fundFields, key)),
      value: value === null ? none : formatPrice(value, fund.currency),
    };
  };
  return (
    <>
      <Section
        title={t('masterData.funds.costs')}
        facts={[
          percent('managementFee'),
          percent('transactionCosts'),
          percent('entryFee'),
          percent('exitFee'),
          percent('performanceFee'),
          percent('distributionFee'),
          amount('minimumOrder'),
          amount('minimumSavingsAmount'),
        ]}
      />
      <Section
        title={t('masterData.funds.riskFigures')}
        facts={[
          share('volatility', t('masterData.funds.volatility'), entity.volatility),
          {
            key: 'figures',
            label: t('masterData.funds.figures'),
            value: figuresText(entity) ?? none,
          },
          share('equityQuota', t('masterData.funds.equityQuota'), entity.equityQuota),
          {
            key: 'status',
            label: said(labelOf(fundFields, 'fundStatus')),
            value: t(`masterData.funds.statuses.${fund.fundStatus}`),
          },
          ...(entity.successor === null
            ? []
            : [
                {
                  key: 'successor',
                  label: said(labelOf(fundFields, 'successorFundId')),
                  value: `${entity.successor.name} (${entity.successor.isin})`,
                },
              ]),
          { key: 'domicile', label: t('masterData.funds.domicile'), value: entity.domicile ?? none },
          {
            key: 'policy',
            label: t('masterData.funds.distributionPolicy'),
            value:
              entity.distributionPolicy === null
                ? none
                : t(`masterData.funds.policies.${entity.distributionPolicy}`),
          },
          day('launchDate', t('masterData.funds.launchDate'), entity.launchDate),
        ]}
      />
      <Section
        title={t('masterData.funds.esg')}
        facts={[
          share('taxonomy', t('masterData.funds.taxonomy'), entity.minimumShareTaxonomy),
          share('sustainable', t('masterData.funds.sustainable'), entity.minimumShareSustainable),
          {
            key: 'pai',
            label: t('masterData.funds.pai'),
            value: entity.considersPai === null ? none : t(entity.considersPai ? 'common.yes' : 'common.no'),
          },
          { key: 'source', label: t('masterData.funds.dataSource'), value: entity.dataSource ?? none },
          day('dataDate', t('masterData.funds.dataDate'), entity.dataDate),
        ]}
      />
    </>
  );
}

/** When and from which prices risk and ranks were computed; null where none could be. */
function figuresText({ figures }: FundDetail): string | null {
  if (figures === null) return null;
  const key = figures.isProxy ? 'masterData.funds.figuresProxy' : 'masterData.funds.figuresText';
  const { calculatedFor, dataFrom, dataTo } = figures;
  return t(key, { day: formatDate(calculatedFor), from: formatDate(dataFrom), to: formatDate(dataTo) });
}

/** Tariffs that use a fund, and how many contracts hold or buy it. */
function FundUsage({ fundId }: { fundId: number }) {
  const usage = useQuery({
    queryKey: ['masterData', 'funds', 'usage', fundId],
    queryFn: ({ signal }) => callApi(getFundUsage, { params: { id: fundId } }, { signal }),
  });
  const count = (number: number, limit: number) =>
    number >= limit ? t('masterData.funds.atLeast', { number: formatNumber(limit) }) : formatNumber(number);
  return (
    <section className="fund__section">
      <h3>{t('masterData.funds.usage')}</h3>
      {usage.isError ? (
        <QueryError title={t('masterData.funds.usageFailed')} query={usage} />
      ) : !usage.data ? (
        <Skeleton lines={3} />
      ) : (
        <>
          {usage.data.contractCount === null || usage.data.savingsPlanCount === null ? null : (
            <FactList
              facts={[
                {
                  key: 'contracts',
                  label: t('masterData.funds.contractCount'),
                  value: count(usage.data.contractCount, usage.data.countLimit),
                },
                {
                  key: 'savingsPlans',
                  label: t('masterData.funds.savingsPlanCount'),
                  value: count(usage.data.savingsPlanCount, usage.data.countLimit),
                },
              ]}
            />
          )}
          {usage.data.tariffs.length === 0 ? (
            <p className="hint">{t('masterData.funds.unused')}</p>
          ) : (
            <ul className="fund-picker__hits">
              {usage.data.tariffs.map((tariff) => (
                <li key={tariff.id} className="fund-picker__hit">
                  <span className="fund-picker__name">{tariff.name}</span>
                  <span className="row">
                    {tariff.uses.map((use) => (
                      <ColourLabel key={use}>{t(`masterData.funds.uses.${use}`)}</ColourLabel>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function Section({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="fund__section">
      <h3>{title}</h3>
      <FactList facts={facts} />
    </section>
  );
}
