import { switchThresholds } from '@depotwerk/domain/tariff/check-tariff-settings';
import { hintAnswerNames } from '@depotwerk/domain/tariff/hint-choices';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { said, t } from '../../../texts/texts.ts';
import { optimizationHintsQuery } from '../lookup-queries.ts';
import { SummaryCard } from './summary-card.tsx';
import { switchThresholdText } from './switch-threshold-text.ts';
import { tariffFieldValue } from './tariff-field-words.ts';

/** The answers to the hints of a page; those without answer are skipped. */
export function SummaryHints({
  draft,
  field,
}: {
  draft: TariffDraft;
  field: 'optimizationHints' | 'optimizationHintsExpert';
}) {
  const hints = useQuery(optimizationHintsQuery());
  const step = field === 'optimizationHints' ? 'optimization-hints' : 'optimization-hints-expert';
  const isExpert = field === 'optimizationHintsExpert';
  return (
    <SummaryCard title={t(`tariffWizard.steps.${step}`)} step={step}>
      <table className="settings-table">
        <caption className="visually-hidden">{t(`tariffWizard.steps.${step}`)}</caption>
        <tbody>
          {(hints.data ?? [])
            .filter((hint) => hint.optimizationHintIsExtended === isExpert)
            .flatMap((hint) => {
              const answerId = draft[field][String(hint.id)] ?? 0;
              if (answerId === 0) return [];
              const answer = hint.optimizationHintAnswers.find(({ id }) => id === answerId);
              return [
                <tr key={hint.id}>
                  <th scope="row">{hint.optimizationHintName}</th>
                  <td>{said(answer?.optimizationHintAnswerName ?? hintAnswerNames[answerId] ?? '')}</td>
                </tr>,
              ];
            })}
          {isExpert
            ? switchThresholds.map(({ field: name }) => (
                <tr key={name}>
                  <th scope="row">{t(`tariffWizard.fields.${name}`)}</th>
                  <td>{switchThresholdText(name, draft[name])}</td>
                </tr>
              ))
            : null}
          {isExpert ? (
            <tr>
              <th scope="row">{t('tariffWizard.fields.gainNoteLimit')}</th>
              <td>
                {draft.gainNoteLimit === null
                  ? t('tariffWizard.noLimit')
                  : tariffFieldValue('gainNoteLimit', draft.gainNoteLimit)}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </SummaryCard>
  );
}
