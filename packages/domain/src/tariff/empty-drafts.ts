import { hintAnswer, hintChoices } from './hint-choices.ts';
import type {
  AllocationComponentDraft,
  ComponentDrafts,
  ComponentInfoDraft,
  ComponentKind,
  FundMatrixDraft,
  HintAnswers,
  RiskComponentDraft,
  SelectionComponentDraft,
  TariffDraft,
  UniverseComponentDraft,
} from './tariff-drafts.ts';

const answersOf = (isExtended: boolean): HintAnswers =>
  Object.fromEntries(
    hintChoices
      .filter((hint) => hint.isExtended === isExtended)
      .map((hint) => [String(hint.id), hintAnswer.yes]),
  );

/**
 * What the tariff wizard starts with: the second answer for every hint, limits that limit
 * nothing yet, everything else open.
 */
export function emptyTariff(): TariffDraft {
  return {
    tariffTypeId: null,
    guaranteedLevel: null,
    guaranteedInterest: null,
    isGuaranteedLevelCustomizable: false,
    guaranteeTypeId: null,
    guaranteeSecurityId: null,
    continuousOptimization: false,
    optimizationInterval: null,
    optimizationStart: null,
    makePortfolioAdjustmentsNow: false,
    name: '',
    description: '',
    key: '',
    issuerId: null,
    insurerId: null,
    isInactive: false,
    isDefault: false,
    minSecuritiesPortfolio: 1,
    maxSecuritiesPortfolio: 20,
    minSecurityFractionPortfolio: 0.01,
    maxSecurityFractionPortfolio: 1,
    minSecurityValuePortfolio: 1,
    maxSecurityValuePortfolio: 10_000_000,
    minSecuritiesSavingsPlan: 1,
    maxSecuritiesSavingsPlan: 10,
    minSecurityFractionSavingsPlan: 0.01,
    maxSecurityFractionSavingsPlan: 1,
    minSecurityValueSavingsPlan: 1,
    maxSecurityValueSavingsPlan: 100_000,
    componentRiskId: null,
    componentSelectionId: null,
    componentAllocationId: null,
    componentUniverseId: null,
    optimizationHints: answersOf(false),
    optimizationHintsExpert: answersOf(true),
    gainNoteLimit: null,
    fundMatrix: null,
  };
}

/** What the page of the fund risk matrix starts with: no classes, no funds. */
export function emptyFundMatrix(): FundMatrixDraft {
  return {
    riskTypeId: null,
    riskItemsNumber: null,
    useQuota: false,
    riskItems: [],
    securityIds: [],
    allocationItems: [],
  };
}

const info: ComponentInfoDraft = { name: '', key: '', isInactive: false };

const risk: RiskComponentDraft = {
  ...info,
  tariffRiskItemsNumber: null,
  tariffRiskType: null,
  useQuota: false,
  tariffRiskItemsTargets: [],
  tariffRiskItemsRanges: [],
};
const universe: UniverseComponentDraft = {
  ...info,
  tariffUniverseSelectionManualMode: true,
  tariffUniverseType: null,
  maximumRiskIndicator: null,
  tariffUniverseItems: [],
};
const selection: SelectionComponentDraft = {
  ...info,
  tariffUniverseComponent: null,
  tariffFundSelectionManualMode: true,
  tariffSelectedFunds: [],
  tariffRankingType: null,
  tariffFundShortlistSize: 5,
  minimumRank: null,
  allowsUnrated: true,
};
const allocation: AllocationComponentDraft = {
  ...info,
  peergroupIds: [],
  relationships: [],
  riskComponent: null,
  isManual: true,
  allocationType: null,
  allocationItems: [],
};
const components: ComponentDrafts = { risk, selection, allocation, universe };

/** What the wizard of a component starts with. */
export const emptyComponent = <Kind extends ComponentKind>(kind: Kind): ComponentDrafts[Kind] =>
  components[kind];
