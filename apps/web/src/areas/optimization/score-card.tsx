import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { said, t } from '../../texts/texts.ts';
import { Stars } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';
import { capText } from './public/cap-text.ts';
import { partPoints } from './score-cap.ts';

/** The score with its five parts: what each is, how much it weighs, and what limits the whole. */
export function ScoreCard({ detail }: { detail: ContractDetail }) {
  const score = detail.contractScore;
  const { lastCheck, lastCheckedBy } = detail.contract;
  return (
    <Card title={t('optimization.score.title')}>
      {score ? (
        <>
          <div className={`opt-score opt-score--${score.level}`}>
            <span className="opt-score__value">{score.value}</span>
            <span className="opt-score__unit">{t('contracts.ofHundred')}</span>
            <span className="opt-score__side">
              <Stars value={score.stars} size={16} />
              <span className="opt-score__level">{t(`optimization.score.level.${score.level}`)}</span>
            </span>
          </div>
          <p className="opt-score__cap">{capText(score, detail.contract.hints.highestSeverity)}</p>
          <ul className="opt-score__parts">
            {score.parts.map((part) => (
              <li key={part.scoreKey}>
                <div className="opt-score__head">
                  <span>{t(`contracts.score.part.${part.scoreKey}`)}</span>
                  <span className="num">
                    {t('optimization.score.partPoints', {
                      points: formatNumber(partPoints(part), 1, 1),
                      maximum: formatNumber(part.weight * 100, 0, 1),
                    })}
                  </span>
                </div>
                <span className="opt-score__bar" aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, part.value))}%` }} />
                </span>
                <span className="hint">
                  {t('optimization.score.partDetail', {
                    value: formatNumber(part.value, 0, 0),
                    weight: formatPercent(part.weight, 0, 0),
                  })}
                </span>
                <span>{said(part.text)}</span>
              </li>
            ))}
          </ul>
          <p className="hint">
            {t('contracts.score.calculatedAt', { date: formatDateTime(score.calculatedAt) })}
          </p>
        </>
      ) : (
        <p>{t('optimization.score.none')}</p>
      )}
      <p className="hint">
        {lastCheck === null
          ? t('optimization.check.never')
          : t('optimization.check.last', {
              date: formatDateTime(lastCheck),
              name: lastCheckedBy ?? t('common.none'),
            })}
      </p>
    </Card>
  );
}
