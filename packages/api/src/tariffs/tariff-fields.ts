import { mostFunds } from '@depotwerk/domain/limits';
import * as z from 'zod/mini';
import { id, integerId, text } from '../fields.ts';

/**
 * Shapes of `@depotwerk/domain/tariff/tariff-drafts`: types and outer limits only. What is missing or contradictory is
 * said by the rules of the domain, in the browser while typing and again on the server.
 */

const number = z.number().check(z.minimum(-1e12), z.maximum(1e12));
const numberOrNull = z.nullable(number);
const idOrNull = z.nullable(id);
const smallId = z.int().check(z.minimum(1), z.maximum(1000));
const smallIdOrNull = z.nullable(smallId);
const key = text(50);
const name = text(200);
const riskClassId = z.int().check(z.minimum(1), z.maximum(7));

/** Rules loop over the classes: a number far beyond them never reaches one. */
const classCount = z.nullable(z.int().check(z.minimum(0), z.maximum(100)));

const info = { name, key, isInactive: z.boolean() };

export const riskComponentBody = z.strictObject({
  ...info,
  tariffRiskItemsNumber: classCount,
  tariffRiskType: smallIdOrNull,
  useQuota: z.boolean(),
  tariffRiskItemsTargets: z.array(numberOrNull).check(z.maxLength(7)),
  tariffRiskItemsRanges: z.array(numberOrNull).check(z.maxLength(7)),
});

/** Funds an import may bring. */
const fundIds = z.array(integerId).check(z.maxLength(mostFunds));

export const universeComponentBody = z.strictObject({
  ...info,
  tariffUniverseSelectionManualMode: z.boolean(),
  tariffUniverseType: smallIdOrNull,
  maximumRiskIndicator: z.nullable(riskClassId),
  tariffUniverseItems: fundIds,
});

export const selectionComponentBody = z.strictObject({
  ...info,
  tariffUniverseComponent: idOrNull,
  tariffFundSelectionManualMode: z.boolean(),
  tariffSelectedFunds: fundIds,
  tariffRankingType: smallIdOrNull,
  tariffFundShortlistSize: numberOrNull,
  minimumRank: numberOrNull,
  allowsUnrated: z.boolean(),
});

/** Bytes of a body with a whole matrix: 3,500 cells (500 rows, 7 classes) do not fit into the usual 256 KiB. */
export const matrixBodyLimit = 600_000;

export const allocationItem = z.strictObject({
  riskClassId,
  peergroupId: integerId,
  fraction: number,
  isUsed: z.boolean(),
});
const peergroupIds = z.array(integerId).check(z.maxLength(500));
export const peergroupRelationship = z.strictObject({
  peergroupId: integerId,
  relatedPeergroupIds: peergroupIds,
});

export const allocationViews = z
  .array(
    z.strictObject({
      peergroupId: z.nullable(integerId),
      comparedWithId: z.nullable(integerId),
      expectedReturn: numberOrNull,
      confidence: numberOrNull,
    }),
  )
  .check(z.maxLength(50));

export const allocationComponentBody = z.strictObject({
  ...info,
  peergroupIds,
  relationships: z.array(peergroupRelationship).check(z.maxLength(500)),
  riskComponent: idOrNull,
  isManual: z.boolean(),
  allocationType: smallIdOrNull,
  allocationItems: z.array(allocationItem).check(z.maxLength(3500)),
  /** Absent in contents stored before. */
  views: z.optional(allocationViews),
});

export const fundMatrixBody = z.strictObject({
  riskTypeId: smallIdOrNull,
  riskItemsNumber: classCount,
  useQuota: z.nullable(z.boolean()),
  riskItems: z
    .array(
      z.strictObject({ riskClassId, upperBorder: numberOrNull, target: numberOrNull, range: numberOrNull }),
    )
    .check(z.maxLength(7)),
  securityIds: z.array(integerId).check(z.maxLength(500)),
  allocationItems: z
    .array(z.strictObject({ riskClassId, securityId: integerId, fraction: number }))
    .check(z.maxLength(3500)),
});

const hintAnswers = z.record(
  z.string().check(z.regex(/^\d{1,2}$/)),
  z.int().check(z.minimum(0), z.maximum(3)),
);

export const tariffBody = z.strictObject({
  tariffTypeId: smallIdOrNull,
  guaranteedLevel: numberOrNull,
  guaranteedInterest: numberOrNull,
  isGuaranteedLevelCustomizable: z.boolean(),
  guaranteeTypeId: smallIdOrNull,
  guaranteeSecurityId: z.nullable(integerId),
  continuousOptimization: z.boolean(),
  optimizationInterval: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  optimizationStart: z.nullable(z.iso.date()),
  makePortfolioAdjustmentsNow: z.boolean(),
  /** null or absent (contents stored before) = none. */
  costCap: z.optional(numberOrNull),
  /** Highest risk indicator of a proposed fund; null or absent (contents stored before) = none of its own. */
  maximumRiskIndicator: z.optional(numberOrNull),
  /** How the risk goes down before the end; null or absent (contents stored before) = not at all. */
  lifeCycle: z.optional(
    z.nullable(
      z
        .array(z.strictObject({ yearsBeforeEnd: numberOrNull, highestRiskClassId: numberOrNull }))
        .check(z.maxLength(50)),
    ),
  ),
  name,
  /** Its limit is 2,000; up to twice that is taken to be refused with the limit's own words. */
  description: text(4000),
  key,
  issuerId: z.nullable(integerId),
  insurerId: z.nullable(integerId),
  isInactive: z.boolean(),
  isDefault: z.boolean(),
  /** Absent in contents stored before there were notes; its limit is 2,000, as for the description. */
  internalNote: z.optional(text(4000)),
  minSecuritiesPortfolio: numberOrNull,
  maxSecuritiesPortfolio: numberOrNull,
  minSecurityFractionPortfolio: numberOrNull,
  maxSecurityFractionPortfolio: numberOrNull,
  minSecurityValuePortfolio: numberOrNull,
  maxSecurityValuePortfolio: numberOrNull,
  minSecuritiesSavingsPlan: numberOrNull,
  maxSecuritiesSavingsPlan: numberOrNull,
  minSecurityFractionSavingsPlan: numberOrNull,
  maxSecurityFractionSavingsPlan: numberOrNull,
  minSecurityValueSavingsPlan: numberOrNull,
  maxSecurityValueSavingsPlan: numberOrNull,
  componentRiskId: idOrNull,
  componentSelectionId: idOrNull,
  componentAllocationId: idOrNull,
  componentUniverseId: idOrNull,
  optimizationHints: hintAnswers,
  optimizationHintsExpert: hintAnswers,
  gainNoteLimit: numberOrNull,
  /** Thresholds of a switch; null or absent (contents stored before) = the engine's defaults. */
  switchSaving: z.optional(numberOrNull),
  switchSavingEuros: z.optional(numberOrNull),
  switchPaybackMonths: z.optional(numberOrNull),
  fundMatrix: z.nullable(fundMatrixBody),
});

/** A version's content as it was submitted. */
export const tariffContent = z.strictObject({
  tariff: tariffBody,
  components: z.nullable(
    z.strictObject({
      risk: z.strictObject({ id, ...riskComponentBody.shape }),
      selection: z.strictObject({ id, ...selectionComponentBody.shape }),
      allocation: z.strictObject({ id, ...allocationComponentBody.shape }),
      universe: z.strictObject({ id, ...universeComponentBody.shape }),
    }),
  ),
});

/** A message of the combination check: text, what it is about, and the step that mends it. */
export const combinationMessage = z.strictObject({
  /** 0 note, 1 warning, 2 blocks publishing. */
  severity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  code: z.string(),
  title: z.string(),
  text: z.string(),
  subject: z.nullable(z.strictObject({ kind: z.enum(['class', 'group', 'fund']), name: z.string() })),
  params: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Component kind whose step mends it; `basics` = the tariff itself. */
  step: z.enum(['risk', 'allocation', 'selection', 'universe', 'basics']),
});
export type CombinationMessageAnswer = z.infer<typeof combinationMessage>;
