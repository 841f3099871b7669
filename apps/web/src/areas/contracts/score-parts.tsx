import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { IconInfoCircle } from '@tabler/icons-react';
import { said, t } from '../../texts/texts.ts';
import { Stars } from '../../ui/cells.tsx';
import { Popover } from '../../ui/popover.tsx';
import { capText } from '../optimization/public/cap-text.ts';

type Score = NonNullable<ContractDetail['contractScore']>;

/** Stars of a score, and behind a button the five parts it is made of. */
export function ScoreParts({ score, highestSeverity }: { score: Score; highestSeverity: 0 | 1 | 2 | null }) {
  return (
    <span className="contract__score">
      <Stars value={score.stars} size={16} />
      <Popover
        label={t('contracts.score.partsTitle')}
        trigger={
          <button type="button" className="ui-text-button" data-no-print>
            <IconInfoCircle size={16} aria-hidden="true" />
            {t('contracts.score.explain')}
          </button>
        }
      >
        <div className="contract__score-panel">
          <h2>{t('contracts.score.partsTitle')}</h2>
          <p className="hint">{capText(score, highestSeverity)}</p>
          <ul className="contract__parts">
            {score.parts.map((part) => (
              <li key={part.scoreKey}>
                <div className="contract__part-head">
                  <span>{t(`contracts.score.part.${part.scoreKey}`)}</span>
                  <span className="num">
                    {t('contracts.score.partValue', {
                      value: formatNumber(part.value, 0, 0),
                      weight: formatPercent(part.weight, 0, 0),
                    })}
                  </span>
                </div>
                <span className="contract__part-bar" aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, part.value))}%` }} />
                </span>
                <span className="hint">{said(part.text)}</span>
              </li>
            ))}
          </ul>
          <p className="hint">
            {t('contracts.score.calculatedAt', { date: formatDateTime(score.calculatedAt) })}
          </p>
        </div>
      </Popover>
    </span>
  );
}
