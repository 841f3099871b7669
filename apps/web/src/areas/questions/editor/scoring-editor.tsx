import { checkTables, type TableFinding } from '@depotwerk/domain/questions/check-questionnaire';
import { reachOf } from '@depotwerk/domain/questions/class-table';
import { evenTable, newScale, withBorder } from '@depotwerk/domain/questions/edit-questionnaire';
import {
  type ClassTable,
  type Question,
  type Scale,
  type ScaleKey,
  type Scoring,
  scaleKeys,
} from '@depotwerk/domain/questions/questionnaire';
import { scaleNames } from '@depotwerk/domain/questions/scale-names';
import { FormField } from '../../../forms/form-field.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Switch } from '../../../ui/checkbox.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { NeededNumber } from './needed-number.tsx';
import type { EditorProps } from './questions-editor.tsx';

/** From points to classes: which scales count, and one table for each number of classes, with its gaps and overlaps. */
export function ScoringEditor({ form, mayEdit }: EditorProps) {
  const { questions, scoring } = form.draft;
  const set = (next: Scoring | null) => form.change((before) => ({ ...before, scoring: next }));
  const findings = checkTables(questions, scoring);
  return (
    <FormField path="scoring">
      <div className="stack">
        <Card title={t('questionnaires.view.scoring')}>
          <div className="stack">
            <Switch
              label={t('questionnaires.leadsToClass')}
              isChecked={scoring !== null}
              onChange={(isOn) => set(isOn ? { scales: [], contradictions: [], validMonths: 24 } : null)}
            />
            {scoring === null ? (
              <p className="hint">{t('questionnaires.withoutClassHint')}</p>
            ) : (
              <>
                <div className="question__short">
                  <NeededNumber
                    label={t('questionnaires.validMonths')}
                    min={1}
                    max={60}
                    value={scoring.validMonths}
                    onChange={(validMonths) => set({ ...scoring, validMonths })}
                  />
                </div>
                <p className="hint">{t('questionnaires.lowestDecides')}</p>
                {scaleKeys.map((key) => (
                  <Checkbox
                    key={key}
                    label={said(scaleNames[key])}
                    isChecked={scoring.scales.some((scale) => scale.key === key)}
                    onChange={(isOn) =>
                      set({
                        ...scoring,
                        scales: scaleKeys.flatMap((one) => {
                          const known = scoring.scales.find((scale) => scale.key === one);
                          if (one !== key) return known ?? [];
                          return isOn ? newScale(questions, key) : [];
                        }),
                      })
                    }
                  />
                ))}
              </>
            )}
          </div>
        </Card>
        {scoring?.scales.map((scale) => (
          <ScaleCard
            key={scale.key}
            scale={scale}
            questions={questions}
            findings={findings.filter((finding) => finding.scale === scale.key)}
            mayEdit={mayEdit}
            onChange={(next) =>
              set({
                ...scoring,
                scales: scoring.scales.map((one) => (one.key === next.key ? next : one)),
              })
            }
          />
        ))}
      </div>
    </FormField>
  );
}

function ScaleCard({
  scale,
  questions,
  findings,
  mayEdit,
  onChange,
}: {
  scale: Scale;
  questions: readonly Question[];
  findings: readonly TableFinding[];
  mayEdit: boolean;
  onChange: (scale: Scale) => void;
}) {
  const count = questions.filter((question) => question.scale === scale.key).length;
  const { smallest, largest } = reachOf(questions, scale.key);
  const set = (table: ClassTable) =>
    onChange({
      ...scale,
      tables: scale.tables.map((one) => (one.classCount === table.classCount ? table : one)),
    });
  return (
    <Card title={said(scaleNames[scale.key])}>
      <p className="hint">
        {t('questionnaires.countingQuestions', { count })}{' '}
        {smallest === null || largest === null
          ? t('questionnaires.openReach')
          : t('questionnaires.reach', { smallest, largest })}
      </p>
      <div className="editor__tables">
        {scale.tables.map((table) => (
          <TableEditor
            key={table.classCount}
            scale={scale.key}
            table={table}
            findings={findings.filter(({ classCount }) => classCount === table.classCount)}
            onChange={set}
            onSpread={mayEdit ? () => set(evenTable(questions, scale.key, table.classCount)) : null}
          />
        ))}
      </div>
    </Card>
  );
}

function TableEditor({
  scale,
  table,
  findings,
  onChange,
  onSpread,
}: {
  scale: ScaleKey;
  table: ClassTable;
  findings: readonly TableFinding[];
  onChange: (table: ClassTable) => void;
  onSpread: (() => void) | null;
}) {
  const name = t('questionnaires.classes', { count: table.classCount });
  return (
    <div className="editor__table">
      <table className="questionnaire__table">
        <caption>{name}</caption>
        <TableHead
          columns={[
            t('questions.result.class'),
            t(scale === 'horizon' ? 'questionnaires.fromYears' : 'questionnaires.fromPoints'),
            t('questionnaires.to'),
          ]}
        />
        <tbody>
          {table.rows.map(({ riskClassId, from, to }) => (
            <tr key={riskClassId}>
              <th scope="row">{riskClassId}</th>
              <td>
                {from === null ? (
                  <span className="hint">{t('questionnaires.open')}</span>
                ) : (
                  <NeededNumber
                    label={t('questionnaires.fromOf', { riskClass: riskClassId, name })}
                    isLabelHidden
                    min={-100_000}
                    max={100_000}
                    value={from}
                    onChange={(value) => onChange(withBorder(table, riskClassId, value))}
                  />
                )}
              </td>
              <td>{to ?? <span className="hint">{t('questionnaires.open')}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {findings.length === 0 ? (
        <p className="hint">{t('questionnaires.tableIsWhole')}</p>
      ) : (
        <Banner tone="warn" role="status">
          <ul>
            {findings.map(({ fault }) => (
              <li key={JSON.stringify(fault)}>{faultText(fault)}</li>
            ))}
          </ul>
        </Banner>
      )}
      {onSpread === null ? null : (
        <div>
          <Button size="small" onClick={onSpread}>
            {t('questionnaires.spread')}
          </Button>
        </div>
      )}
    </div>
  );
}

function faultText(fault: TableFinding['fault']): string {
  switch (fault.code) {
    case 'missing':
      return t('questionnaires.fault.missing');
    case 'gap':
    case 'overlap':
      return t(`questionnaires.fault.${fault.code}`, {
        from: fault.from ?? t('questionnaires.open'),
        to: fault.to ?? t('questionnaires.open'),
      });
    default:
      return t(`questionnaires.fault.${fault.code}`, { riskClass: fault.riskClassId });
  }
}
