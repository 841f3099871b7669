import { settingsPairs } from '@depotwerk/domain/tariff/check-tariff-settings';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { valueText } from '../../../forms/value-text.ts';
import { t } from '../../../texts/texts.ts';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import { SummaryCard } from './summary-card.tsx';
import { tariffFieldValue } from './tariff-field-words.ts';

const rows = ['securities', 'fraction', 'value'] as const;

/** Limits of portfolio and savings plan; shares in percent. */
export function SummarySettings({ draft }: { draft: TariffDraft }) {
  return (
    <SummaryCard title={t('tariffWizard.steps.settings')} step="settings">
      {(['Portfolio', 'SavingsPlan'] as const).map((place) => (
        <table key={place} className="settings-table">
          <caption className="visually-hidden">{t(`tariffWizard.places.${place}`)}</caption>
          <TableHead
            columns={[
              t(`tariffWizard.places.${place}`),
              numeric(t('tariffWizard.minimum')),
              numeric(t('tariffWizard.maximum')),
            ]}
          />
          <tbody>
            {settingsPairs
              .filter(({ min }) => min.endsWith(place))
              .map(({ min, max }, index) => (
                <tr key={min}>
                  <th scope="row">{t(`tariffWizard.limits.${rows[index] ?? 'value'}`)}</th>
                  <td className="num">{tariffFieldValue(min, draft[min]) ?? valueText(draft[min])}</td>
                  <td className="num">{tariffFieldValue(max, draft[max]) ?? valueText(draft[max])}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </SummaryCard>
  );
}
