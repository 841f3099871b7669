import { formatDate } from '@depotwerk/domain/date-text';
import { numberFormat } from '@depotwerk/domain/german-figures';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { targetMarketLines } from '@depotwerk/domain/target-market-text';
import type { ReactNode } from 'react';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel, FundRating, Swatch } from '../../ui/cells.tsx';
import { FactList } from '../../ui/layout.tsx';
import { FundDocuments } from './fund-documents.tsx';
import type { Fund } from './public/fund-queries.ts';
import { ratingSource } from './public/fund-texts.ts';
import { RiskScale } from './risk-scale.tsx';

/** Amount in the fund's own currency. */
export function formatPrice(value: number, currency: string): string {
  try {
    return asReadersWrite(
      numberFormat({ style: 'currency', currency, maximumFractionDigits: 4 }).format(value),
    );
  } catch {
    // A supplier's currency that is no ISO code is shown as it came.
    return `${formatNumber(value, 2, 4)}\u00a0${currency}`;
  }
}

/** What a fund is, at a glance. */
export function FundLabels({ fund }: { fund: Fund }) {
  return (
    <div className="row">
      <ColourLabel>{fund.isin}</ColourLabel>
      {fund.wkn === null ? null : <ColourLabel>{t('funds.wkn', { wkn: fund.wkn })}</ColourLabel>}
      {fund.isETF ? <ColourLabel tone="info">{t('funds.etf')}</ColourLabel> : null}
      {fund.isGuaranteeFund ? <ColourLabel tone="info">{t('funds.guaranteeFund')}</ColourLabel> : null}
      {fund.isSavingsPlanCapable ? (
        <ColourLabel tone="ok">{t('funds.savingsPlanCapable')}</ColourLabel>
      ) : null}
      {fund.isInactive ? <ColourLabel tone="warn">{t('funds.inactive')}</ColourLabel> : null}
    </div>
  );
}

/** Master data, risk, costs, target market, sustainability and documents of a fund. */
export function FundDetails({ fund }: { fund: Fund }) {
  const { esg } = useWhiteLabel().features;
  const none = t('common.none');
  const number = (value: number | null, decimals = 2) =>
    value === null ? none : formatNumber(value, 0, decimals);
  return (
    <>
      <Section
        title={t('funds.masterData')}
        facts={[
          [t('funds.company'), fund.companyName ?? none],
          [
            t('funds.category'),
            fund.categoryName === null ? (
              none
            ) : (
              <span className="fund__category">
                <Swatch colour={fund.categoryColor ?? 'var(--line-strong)'} /> {fund.categoryName}
              </span>
            ),
          ],
          [t('funds.peergroup'), fund.peergroupName ?? none],
          [t('funds.currency'), fund.currency],
          [
            t('funds.price'),
            fund.price === null
              ? none
              : `${formatPrice(fund.price, fund.currency)}${
                  fund.priceDate === null
                    ? ''
                    : ` (${t('common.asOf', { date: formatDate(fund.priceDate) })})`
                }`,
          ],
          [
            t('funds.rating'),
            <FundRating key="rating" value={fund.rating} source={ratingSource(fund.ratingType)} />,
          ],
          [
            t('funds.minimumInvestment'),
            fund.minimumInvestment === null ? none : formatPrice(fund.minimumInvestment, fund.currency),
          ],
        ]}
      />
      <section className="fund__section">
        <h3>{t('funds.risk')}</h3>
        {fund.riskIndicator === null ? (
          <p className="hint">{t('funds.riskUnknown')}</p>
        ) : (
          <RiskScale
            value={fund.riskIndicator}
            kind={t(`funds.riskKind.${fund.riskIndicatorType ?? 'SRI'}`)}
          />
        )}
      </section>
      <Section
        title={t('funds.costs')}
        facts={[
          [
            t('funds.ongoingFee'),
            fund.ongoingFee === null
              ? none
              : t('funds.perYear', { fee: formatPercent(fund.ongoingFee, 2, 4) }),
          ],
          [t('funds.ongoingFeeDate'), fund.ongoingFeeDate === null ? none : formatDate(fund.ongoingFeeDate)],
        ]}
      />
      <Section
        title={t('funds.targetMarket')}
        facts={targetMarketLines(fund).map(({ label, value }) => [said(label), said(value)])}
      />
      {esg ? (
        <Section
          title={t('funds.esg')}
          facts={[
            [
              t('funds.sfdr'),
              fund.sfdrArticle === null ? none : t('funds.sfdrArticle', { article: fund.sfdrArticle }),
            ],
            [t('funds.esgRating'), fund.esgRating ?? none],
            [t('funds.esgPerformanceScore'), number(fund.esgPerformanceScore)],
            [t('funds.esgClimateFootprint'), number(fund.esgClimateFootprint)],
            [t('funds.esgSdgImpact'), fund.esgSdgImpact ?? none],
            [
              t('funds.esgIndustries'),
              fund.esgIndustries.length === 0 ? none : fund.esgIndustries.join(', '),
            ],
          ]}
        />
      ) : null}
      <section className="fund__section">
        <h3>{t('funds.documents')}</h3>
        <FundDocuments fund={fund} />
      </section>
    </>
  );
}

function Section({ title, facts }: { title: string; facts: readonly [string, ReactNode][] }) {
  return (
    <section className="fund__section">
      <h3>{title}</h3>
      <FactList facts={facts.map(([label, value]) => ({ key: label, label, value }))} />
    </section>
  );
}
