import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { emptyFundMatrix } from '@depotwerk/domain/tariff/empty-drafts';
import { filledClasses } from '@depotwerk/domain/tariff/rated-matrix';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { comparedLevels, costsOfLevels } from '@depotwerk/engine/guarantee/guarantee-cost';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type FundRating, useFundRating } from '../fund-matrix/use-fund-rating.ts';
import './tariff-step.css';

/** Terms a tariff is looked at with, in years; the first is the shortest with the tax advantage of section 20 EStG. */
const terms = [12, 20, 30, 40];

const unknown = () => t('tariffWizard.guaranteeLevels.unknown');

/** What guaranteed levels cost each class of the fund risk matrix in expected return, for a contribution of today. */
export function GuaranteeLevelsCard({ draft }: { draft: TariffDraft }) {
  const [years, setYears] = useState(20);
  const matrix = draft.fundMatrix ?? emptyFundMatrix();
  const ratings = useFundRating(matrix);
  const filled = filledClasses(matrix);
  const classes = ratings.filter(({ riskClassId }) => filled.has(riskClassId));
  const { guaranteedInterest: interest } = draft;
  // Where contracts choose, a level in the draft is only what they start with.
  const own = draft.isGuaranteedLevelCustomizable ? null : draft.guaranteedLevel;
  const title = t('tariffWizard.guaranteeLevels.title');
  if (interest === null || classes.length === 0)
    return (
      <Card title={title}>
        <EmptyState title={t('tariffWizard.guaranteeLevels.none')}>
          {t(`tariffWizard.guaranteeLevels.${interest === null ? 'noInterest' : 'noMatrix'}`)}
        </EmptyState>
      </Card>
    );
  const levels = comparedLevels(own);
  return (
    <Card title={title}>
      <div className="stack">
        <p className="hint">
          {t('tariffWizard.guaranteeLevels.text', { years, interest: promisedRateText(interest) })}
        </p>
        <div className="tariff-step__pair">
          <SelectField
            label={t('tariffWizard.guaranteeLevels.years')}
            value={String(years)}
            options={terms.map((term) => ({
              value: String(term),
              label: t('tariffWizard.guaranteeLevels.term', { years: term }),
            }))}
            onChange={(value) => setYears(Number(value))}
          />
        </div>
        <div
          className="tariff-summary__scroll"
          role="region"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
          tabIndex={0}
        >
          <table className="settings-table">
            <thead>
              <tr>
                <th scope="col">{t('tariffWizard.guaranteeLevels.riskClass')}</th>
                <th scope="col" className="num">
                  {t('tariffWizard.guaranteeLevels.expected')}
                </th>
                {levels.map((level) => (
                  <th key={level} scope="col" className="num">
                    {t(`tariffWizard.guaranteeLevels.${level === own ? 'ownLevel' : 'level'}`, {
                      level: promisedRateText(level),
                    })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {classes.map((rating) => (
                <ClassRow
                  key={rating.riskClassId}
                  rating={rating}
                  levels={levels}
                  terms={{ interest, years }}
                />
              ))}
            </tbody>
          </table>
        </div>
        {classes.some(({ expectedReturn }) => expectedReturn === null) ? (
          <p className="hint">{t('tariffWizard.guaranteeLevels.noReturn')}</p>
        ) : null}
        {classes.some(
          ({ expectedReturn, ongoingCost }) => expectedReturn !== null && ongoingCost === null,
        ) ? (
          <p className="hint">{t('tariffWizard.guaranteeLevels.noCost')}</p>
        ) : null}
      </div>
    </Card>
  );
}

function ClassRow({
  rating,
  levels,
  terms,
}: {
  rating: FundRating;
  levels: readonly number[];
  terms: { interest: number; years: number };
}) {
  const found = costsOfLevels(levels, terms, rating);
  return (
    <tr>
      <th scope="row">{t('tariffWizard.matrix.class', { riskClass: rating.riskClassId })}</th>
      <td className="num">{found === null ? unknown() : formatPercent(found.expectedReturn, 2)}</td>
      {levels.map((level, k) => (
        <td key={level} className="num">
          {found === null ? unknown() : formatNumber((found.costs[k]?.cost ?? 0) * 100, 2, 2)}
        </td>
      ))}
    </tr>
  );
}
