import { formatMoney } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import type { SwitchThresholds } from '@depotwerk/domain/tariff/check-tariff-settings';
import { defaultCheckRules } from '@depotwerk/engine/check/tariff-context';
import { t } from '../../../texts/texts.ts';

/** A threshold of a switch in words; where the tariff says nothing, the default. */
export function switchThresholdText(field: keyof SwitchThresholds, value: number | null | undefined): string {
  const applied = value ?? defaultCheckRules[field];
  switch (field) {
    case 'switchSaving':
      return formatPercent(applied, 2, 2);
    case 'switchSavingEuros':
      return formatMoney(applied);
    default:
      return t('tariffWizard.months', { count: applied });
  }
}
