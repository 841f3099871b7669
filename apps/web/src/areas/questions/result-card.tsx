import type { RiskResult } from '@depotwerk/domain/questions/assess-risk';
import { scaleNames } from '@depotwerk/domain/questions/scale-names';
import { said, t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';

/** The class and how each scale led to it. */
export function ResultCard({ result, classCount }: { result: RiskResult; classCount: number }) {
  const decisive = result.decidedBy.map((key) => said(scaleNames[key])).join(', ');
  return (
    <Card title={t('questions.result.title')}>
      <p className="questionnaire__class">
        {result.riskClassId === null
          ? t('questions.result.none')
          : t('common.riskClassOf', { riskClass: result.riskClassId, count: classCount })}
      </p>
      {result.riskClassId === null ? null : <p>{t('questions.result.why', { scales: decisive })}</p>}
      <div className="questionnaire__table-box">
        <table className="questionnaire__table">
          <caption className="visually-hidden">{t('questions.result.title')}</caption>
          <TableHead
            columns={[
              t('questions.result.scale'),
              numeric(t('questions.result.points')),
              numeric(t('questions.result.class')),
            ]}
          />
          <tbody>
            {result.scales.map(({ key, points, riskClassId, isBorderline }) => (
              <tr key={key}>
                <th scope="row">
                  {said(scaleNames[key])}
                  {isBorderline ? <div className="hint">{t('questions.result.borderline')}</div> : null}
                </th>
                <td className="num">
                  {key === 'horizon' ? t('questions.result.years', { count: points }) : points}
                </td>
                <td className="num">{riskClassId ?? t('common.none')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
