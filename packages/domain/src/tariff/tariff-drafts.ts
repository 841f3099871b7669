/**
 * What the wizards of tariffs and components hold while people type: a field nobody filled
 * in is null or empty. The same shapes are stored as drafts and sent to be saved; the rules beside this file say what
 * is missing.
 */

/** Kinds of components (Bausteine). */
export const componentKinds = ['risk', 'selection', 'allocation', 'universe'] as const;
export type ComponentKind = (typeof componentKinds)[number];
/** The same in the order people choose them: what another choice depends on comes before it. */
export const chosenComponentKinds = [
  'risk',
  'allocation',
  'universe',
  'selection',
] as const satisfies readonly ComponentKind[];

/** Numbers of classes a risk component or fund matrix may have. */
export const riskClassCounts = [3, 5, 7] as const;

/** Key, name and state every component has. */
export interface ComponentInfoDraft {
  readonly name: string;
  readonly key: string;
  readonly isInactive: boolean;
}

/** Risk classes; targets and ranges in percent with one decimal, one element per class. */
export interface RiskComponentDraft extends ComponentInfoDraft {
  readonly tariffRiskItemsNumber: number | null;
  readonly tariffRiskType: number | null;
  /** true: targets and ranges are equity quotas instead of the risk type's measure. */
  readonly useQuota: boolean;
  readonly tariffRiskItemsTargets: readonly (number | null)[];
  readonly tariffRiskItemsRanges: readonly (number | null)[];
}

/** The funds a tariff may hold: named one by one, or all of a type. */
export interface UniverseComponentDraft extends ComponentInfoDraft {
  readonly tariffUniverseSelectionManualMode: boolean;
  readonly tariffUniverseType: number | null;
  /** Highest risk indicator of universe type 6; else null. */
  readonly maximumRiskIndicator: number | null;
  /** Fund ids in the order of the list. */
  readonly tariffUniverseItems: readonly number[];
}

/** The funds a tariff recommends, best first within each peer group. */
export interface SelectionComponentDraft extends ComponentInfoDraft {
  /** Id of the universe component. */
  readonly tariffUniverseComponent: string | null;
  readonly tariffFundSelectionManualMode: boolean;
  /** Fund ids; in automatic mode what ranking and shortlist size gave when it was saved. */
  readonly tariffSelectedFunds: readonly number[];
  readonly tariffRankingType: number | null;
  readonly tariffFundShortlistSize: number | null;
  /** 1 to 5; null = no minimum rank. */
  readonly minimumRank: number | null;
  /** Whether funds without rank may be recommended. */
  readonly allowsUnrated: boolean;
}

/** A cell of the allocation matrix: the share of a peer group in a risk class, 0 to 1 in steps of 0.001. */
export interface AllocationItemDraft {
  readonly riskClassId: number;
  readonly peergroupId: number;
  readonly fraction: number;
  readonly isUsed: boolean;
}

/** Peer groups that may stand in for one another, in order of preference. */
export interface PeergroupRelationshipDraft {
  readonly peergroupId: number;
  readonly relatedPeergroupIds: readonly number[];
}

/** What the house expects of a peer group, or of one compared with another; rates a year as fractions. */
export interface AllocationViewDraft {
  readonly peergroupId: number | null;
  /** null = the return itself. */
  readonly comparedWithId: number | null;
  readonly expectedReturn: number | null;
  readonly confidence: number | null;
}

/** Peer groups by risk class. */
export interface AllocationComponentDraft extends ComponentInfoDraft {
  /** In the order of the matrix's rows. */
  readonly peergroupIds: readonly number[];
  readonly relationships: readonly PeergroupRelationshipDraft[];
  /** Id of the risk component. */
  readonly riskComponent: string | null;
  readonly isManual: boolean;
  readonly allocationType: number | null;
  readonly allocationItems: readonly AllocationItemDraft[];
  /** What Black-Litterman computes from; absent in contents stored before. */
  readonly views?: readonly AllocationViewDraft[] | undefined;
}

export interface ComponentDrafts {
  readonly risk: RiskComponentDraft;
  readonly selection: SelectionComponentDraft;
  readonly allocation: AllocationComponentDraft;
  readonly universe: UniverseComponentDraft;
}

/** Figures of a class of the fund risk matrix in the order they are shown. */
export const classBorders = ['upperBorder', 'target', 'range'] as const;
export type ClassBorder = (typeof classBorders)[number];

/** A class of the fund risk matrix; percent with one decimal. The highest risk value of the class is its upper border. */
export interface FundMatrixClassDraft {
  readonly riskClassId: number;
  readonly upperBorder: number | null;
  readonly target: number | null;
  readonly range: number | null;
}

/** A cell of the fund risk matrix: the share of a fund in a risk class, 0 to 1 in steps of 0.001. */
export interface FundMatrixItemDraft {
  readonly riskClassId: number;
  readonly securityId: number;
  readonly fraction: number;
}

/** Funds by risk class: what tariffs of types 7 and 8 define themselves by. */
export interface FundMatrixDraft {
  readonly riskTypeId: number | null;
  readonly riskItemsNumber: number | null;
  readonly useQuota: boolean | null;
  readonly riskItems: readonly FundMatrixClassDraft[];
  /** Fund ids in the order of the rows; a fund without a share in any class still is a row. */
  readonly securityIds: readonly number[];
  readonly allocationItems: readonly FundMatrixItemDraft[];
}

/** Limits of portfolio and savings plan: counts, shares (fractions 0.01 to 1) and euros. */
export interface TariffSettingsDraft {
  readonly minSecuritiesPortfolio: number | null;
  readonly maxSecuritiesPortfolio: number | null;
  readonly minSecurityFractionPortfolio: number | null;
  readonly maxSecurityFractionPortfolio: number | null;
  readonly minSecurityValuePortfolio: number | null;
  readonly maxSecurityValuePortfolio: number | null;
  readonly minSecuritiesSavingsPlan: number | null;
  readonly maxSecuritiesSavingsPlan: number | null;
  readonly minSecurityFractionSavingsPlan: number | null;
  readonly maxSecurityFractionSavingsPlan: number | null;
  readonly minSecurityValueSavingsPlan: number | null;
  readonly maxSecurityValueSavingsPlan: number | null;
}

/** Answer id by hint id; 0 = no answer. */
export type HintAnswers = Readonly<Record<string, number>>;

/** A step of the life cycle as it is typed in: from so many whole years before the end at most this class. */
export interface LifeCycleStepDraft {
  readonly yearsBeforeEnd: number | null;
  readonly highestRiskClassId: number | null;
}

/** A tariff as the wizard holds it. */
export interface TariffDraft extends TariffSettingsDraft {
  // product type
  readonly tariffTypeId: number | null;
  /** Fraction of the contributions. */
  readonly guaranteedLevel: number | null;
  readonly guaranteedInterest: number | null;
  readonly isGuaranteedLevelCustomizable: boolean;
  readonly guaranteeTypeId: number | null;
  /** Fund id of the guarantee fund (Wertsicherungsfonds). */
  readonly guaranteeSecurityId: number | null;
  readonly continuousOptimization: boolean;
  /** 1, 4, 6 or 12. */
  readonly optimizationInterval: number | null;
  /** YYYY-MM-DD */
  readonly optimizationStart: string | null;
  readonly makePortfolioAdjustmentsNow: boolean;
  /** Highest ongoing costs of a class's proposed funds a year, as a fraction; null or absent (contents stored before) = none. */
  readonly costCap?: number | null | undefined;
  /** Highest risk indicator (SRI) of a proposed fund; null or absent (contents stored before) = none of its own. */
  readonly maximumRiskIndicator?: number | null | undefined;
  /** How the risk goes down before a contract ends; null, absent (contents stored before) or empty = not at all. */
  readonly lifeCycle?: readonly LifeCycleStepDraft[] | null | undefined;
  // info
  readonly name: string;
  readonly description: string;
  readonly key: string;
  readonly issuerId: number | null;
  readonly insurerId: number | null;
  readonly isInactive: boolean;
  readonly isDefault: boolean;
  /** What editors tell each other; contents stored before there were notes have none. */
  readonly internalNote?: string | undefined;
  // components; null for the types 7 and 8
  readonly componentRiskId: string | null;
  readonly componentSelectionId: string | null;
  readonly componentAllocationId: string | null;
  readonly componentUniverseId: string | null;
  // hints
  readonly optimizationHints: HintAnswers;
  readonly optimizationHintsExpert: HintAnswers;
  /** Euros a sale may realise as gain before hint 21; null = no limit. */
  readonly gainNoteLimit: number | null;
  /**
   * From when on a cheaper fund of the same group is worth a switch: ongoing costs saved a year (fraction, and euros), months
   * in which fees are earned back. null or absent (contents stored before) = the engine's default.
   */
  readonly switchSaving?: number | null | undefined;
  readonly switchSavingEuros?: number | null | undefined;
  readonly switchPaybackMonths?: number | null | undefined;
  /** Only for the types 7 and 8. */
  readonly fundMatrix: FundMatrixDraft | null;
}

/**
 * What a version of a tariff says, whole and for good: the tariff and the content of its components as they stood when
 * it was submitted. A change of a component reaches contracts only through a new version.
 */
export interface TariffContent {
  readonly tariff: TariffDraft;
  /** null for the types 7 and 8. */
  readonly components:
    | { readonly [Kind in ComponentKind]: ComponentDrafts[Kind] & { readonly id: string } }
    | null;
}

/** A finding of the rules: the field (dotted path into the draft), the code of its German text, and its figures. */
export interface RuleIssue {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
