import { checkFundMatrix } from './check-fund-matrix.ts';
import { checkProductType } from './check-product-type.ts';
import { checkTariffComponents } from './check-tariff-components.ts';
import { checkTariffHints } from './check-tariff-hints.ts';
import { checkTariffInfo } from './check-tariff-info.ts';
import { checkGainNoteLimit, checkSwitchThresholds, checkTariffSettings } from './check-tariff-settings.ts';
import { type HintChoice, hintChoices } from './hint-choices.ts';
import type { RuleIssue, TariffDraft } from './tariff-drafts.ts';
import { isHybridTariffType, type TariffStep } from './tariff-steps.ts';

/** A finding with the page that mends it. */
export interface TariffIssue extends RuleIssue {
  readonly step: TariffStep;
}

/** Findings of one page of the tariff wizard. */
export function checkTariffStep(
  draft: TariffDraft,
  step: TariffStep,
  hints: readonly HintChoice[] = hintChoices,
): RuleIssue[] {
  switch (step) {
    case 'product-type':
      return checkProductType(draft);
    case 'info':
      return checkTariffInfo(draft);
    case 'components':
      return checkTariffComponents(draft);
    case 'settings':
      return checkTariffSettings(draft);
    case 'fund-matrix':
      return isHybridTariffType(draft.tariffTypeId) ? checkFundMatrix(draft.fundMatrix) : [];
    case 'optimization-hints':
      return checkTariffHints(
        draft.optimizationHints,
        hints.filter(({ isExtended }) => !isExtended),
      );
    case 'optimization-hints-expert':
      return [
        ...checkTariffHints(
          draft.optimizationHintsExpert,
          hints.filter(({ isExtended }) => isExtended),
          'optimizationHintsExpert',
        ),
        ...checkGainNoteLimit(draft),
        ...checkSwitchThresholds(draft),
      ];
    case 'summary':
      return [];
    default:
      step satisfies never;
      return [];
  }
}

/** Pages whose fields are stored with every tariff, whether its wizard shows them or not. */
const checkedSteps: readonly TariffStep[] = [
  'product-type',
  'info',
  'components',
  'settings',
  'fund-matrix',
  'optimization-hints',
  'optimization-hints-expert',
];

/** Everything that keeps a tariff from being saved, page by page. */
export function checkTariff(
  draft: TariffDraft,
  { hints = hintChoices }: { readonly hints?: readonly HintChoice[] } = {},
): TariffIssue[] {
  return checkedSteps.flatMap((step) =>
    checkTariffStep(draft, step, hints).map((issue) => ({ ...issue, step })),
  );
}
