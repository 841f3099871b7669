import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { unknownCostsInScore } from '@depotwerk/domain/contracts/known-costs';
import { formatDate } from '@depotwerk/domain/date-text';
import { knownShare } from '@depotwerk/domain/depot-analysis/known-share';
import { formatMoney } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { said, t } from '../../texts/texts.ts';
import { BandBar } from '../../ui/band-bar.tsx';
import { ColourLabel, Stars } from '../../ui/cells.tsx';
import { Donut } from '../../ui/donut.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card, KeyFigures } from '../../ui/layout.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { Contradictions } from '../questions/public/contradictions.tsx';
import './analysis-positions.css';

const unknown = '–';
const tones = { 0: 'neutral', 1: 'warn', 2: 'bad' } as const;

/** The result of an analysis, the same for the visitor and for the house he asks. */
export function AnalysisResultView({ result }: { result: AnalysisResult }) {
  const { contractScore: score, riskAssessment: risk } = result;
  const withoutValue = result.positions.filter(({ value }) => value === null).length;
  const parts = result.chartConfig.series.map(({ key, label, colour }) => ({
    name: label,
    colour,
    fraction: (result.chartData[key]?.[0]?.y ?? 0) / 100,
  }));
  return (
    <>
      <KeyFigures
        isJoined
        figures={[
          {
            key: 'score',
            label: t('analysis.result.score'),
            value: score.value,
            unit: t('analysis.result.ofHundred'),
            detail: <Stars value={score.stars} size={16} />,
          },
          {
            key: 'class',
            label: t('analysis.result.riskClass'),
            value: risk.riskClassId,
            unit: t('analysis.result.ofClasses', { count: risk.riskClassCount }),
            detail: risk.isBorderline ? t('analysis.result.borderline') : null,
          },
          {
            key: 'value',
            label: t('analysis.result.value'),
            value: formatMoney(result.totalValue),
            detail: withoutValue === 0 ? null : t('analysis.result.valueWithout', { count: withoutValue }),
          },
          {
            key: 'costs',
            label: t('analysis.result.costs'),
            value: result.yearlyCosts === null ? unknown : formatMoney(result.yearlyCosts),
            detail:
              result.costShare === null
                ? t('analysis.result.costsUnknown')
                : t('analysis.result.costShare', {
                    share: formatPercent(result.costShare, 2, 2),
                    known: formatPercent(knownShare(result.costKnownShare), 0, 1),
                  }),
          },
        ]}
      />
      <Card title={t('analysis.result.riskTitle')}>
        <div className="analysis__risk">
          <BandBar
            isDetailed
            value={risk.riskValue}
            low={risk.bandLow}
            high={risk.bandHigh}
            measure={said(riskMeasureNames[risk.measure])}
            status={risk.status}
          />
          <p>{t(`analysis.result.status.${risk.status}`)}</p>
        </div>
      </Card>
      {result.contradictions.length > 0 ? (
        <Banner tone="warn" title={t('questions.contradictions.title')}>
          <Contradictions texts={result.contradictions} sources={result.contradictionSources} />
        </Banner>
      ) : null}
      <Card title={t('analysis.result.hintsTitle')}>
        {result.optimizationHints.length === 0 ? (
          <p>{t('analysis.result.noHints')}</p>
        ) : (
          <ul className="analysis__hints">
            {result.optimizationHints.map(({ title, text, severity }) => (
              <li key={title}>
                <ColourLabel tone={tones[severity]}>{t(`analysis.result.severity.${severity}`)}</ColourLabel>
                <div>
                  <strong>{said(title)}</strong>
                  <p>{said(text)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {result.costKnownShare < 1 ? <p className="hint">{said(unknownCostsInScore)}</p> : null}
        <p className="hint">{t('analysis.result.general')}</p>
      </Card>
      <div className="analysis__pair">
        <Card title={t('analysis.result.groupsTitle')}>
          {parts.length === 0 ? (
            <p className="hint">{t('analysis.result.noGroups')}</p>
          ) : (
            <Donut caption={t('analysis.result.groupsTitle')} parts={parts} />
          )}
        </Card>
        <Card title={t('analysis.result.clustersTitle')}>
          <Clusters result={result} />
        </Card>
      </div>
      <Card title={t('analysis.result.positionsTitle')}>
        {result.positions.some(statesOther) ? (
          <Banner tone="warn" title={t('analysis.result.statedTitle')}>
            {t('analysis.result.stated')}
          </Banner>
        ) : null}
        <Positions positions={result.positions} />
      </Card>
    </>
  );
}

function Clusters({ result: { clusters, overlaps } }: { result: AnalysisResult }) {
  if (clusters.length + overlaps.length === 0) return <p>{t('analysis.result.noClusters')}</p>;
  return (
    <ul className="analysis__clusters">
      {clusters.map(({ kind, name, share }) => (
        <li key={`${kind} ${name}`}>
          {t(`analysis.result.cluster.${kind}`, { name, share: formatPercent(share) })}
        </li>
      ))}
      {overlaps.map(({ peergroup, funds, share }) => (
        <li key={peergroup}>
          {t('analysis.result.overlap', {
            peergroup,
            funds: funds.join(', '),
            share: formatPercent(share),
          })}
        </li>
      ))}
    </ul>
  );
}

const statesOther = ({ statedValue }: AnalysisResult['positions'][number]) => typeof statedValue === 'number';

function Positions({ positions }: { positions: AnalysisResult['positions'] }) {
  return (
    <div
      className="questionnaire__table-box"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
      tabIndex={0}
      role="region"
      aria-label={t('analysis.result.positionsTitle')}
    >
      <table className="questionnaire__table analysis__positions">
        <caption className="visually-hidden">{t('analysis.result.positionsTitle')}</caption>
        <TableHead
          columns={[
            t('analysis.result.column.name'),
            numeric(t('analysis.result.column.value')),
            numeric(t('analysis.result.column.share')),
            numeric(t('analysis.result.column.fee')),
            t('analysis.result.column.priceDate'),
          ]}
        />
        <tbody>
          {positions.map((held) => (
            <tr key={held.isin}>
              <th scope="row">
                <span className="analysis__holding-name">
                  {held.name}
                  <span className="hint">
                    {[held.isin === held.name ? null : held.isin, held.peergroup].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </th>
              <td className="num">
                {held.value === null ? unknown : formatMoney(held.value)}
                {typeof held.statedValue === 'number' ? (
                  <span className="analysis__stated">
                    {t('analysis.result.statedAs', { value: formatMoney(held.statedValue) })}
                  </span>
                ) : null}
              </td>
              <td className="num">{held.share === null ? unknown : formatPercent(held.share, 1, 1)}</td>
              <td className="num">
                {held.ongoingFee === null ? unknown : formatPercent(held.ongoingFee, 2, 2)}
              </td>
              <td>{held.priceDate === null ? unknown : formatDate(held.priceDate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
