import type { SettingsPair } from '@depotwerk/domain/tariff/check-tariff-settings';
import { settingsPairs } from '@depotwerk/domain/tariff/check-tariff-settings';
import { settingsNames } from '@depotwerk/domain/tariff/field-names';
import type { TariffDraft, TariffSettingsDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { said, t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import { MoneyField, NumberField, PercentField } from '../../../ui/number-fields.tsx';
import { FieldSlot } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { useTariffFields } from './field-props.ts';
import './tariff-step.css';

const places = ['Portfolio', 'SavingsPlan'] as const;

/** Least and most of securities, their share and value, for portfolio and savings plan. */
export function SettingsStep(props: WizardStepProps<TariffDraft>) {
  const fields = useTariffFields(props);
  const field = ({ limits }: SettingsPair, name: keyof TariffSettingsDraft) => {
    const common = { label: said(settingsNames[name]), isRequired: true, ...fields.parsed(name) };
    // The limits themselves are the rules' to say.
    if (limits.unit === 'fraction') return <PercentField precision={0} {...common} />;
    return limits.unit === 'euro' ? <MoneyField {...common} /> : <NumberField precision={0} {...common} />;
  };
  return (
    <div className="tariff-step tariff-step--wide">
      {places.map((place) => (
        <Card key={place} title={t(`tariffWizard.places.${place}`)}>
          {settingsPairs
            .filter(({ min }) => min.endsWith(place))
            .map((pair) => (
              <div key={pair.min} className="tariff-step__pair">
                <FieldSlot path={pair.min}>{field(pair, pair.min)}</FieldSlot>
                <FieldSlot path={pair.max}>{field(pair, pair.max)}</FieldSlot>
              </div>
            ))}
        </Card>
      ))}
    </div>
  );
}
