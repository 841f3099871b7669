import { componentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, integerId, queryBoolean, queryInteger } from '../fields.ts';
import {
  allocationItem,
  allocationViews,
  combinationMessage,
  fundMatrixBody,
  matrixBodyLimit,
  peergroupRelationship,
} from './tariff-fields.ts';

const defineCall = callsOf('tariffs');
const access = 'tariffs.view';
const smallPathId = z.strictObject({ id: queryInteger(1, 1000) });

const lookup = <Shape extends z.ZodMiniType>(name: string, path: string, summary: string, item: Shape) =>
  defineCall({
    id: name,
    method: 'GET',
    path: `/tariffs/${path}`,
    summary,
    access,
    answer: z.array(item),
  });

export const listTariffIssuers = defineCall({
  id: 'listTariffIssuers',
  method: 'GET',
  path: '/tariffs/issuers',
  summary:
    'Issuers a tariff can have; inactive ones are marked and only shown where they are chosen already.',
  access,
  answer: z.array(z.strictObject({ id: integerId, issuerName: z.string(), isInactive: z.boolean() })),
});

const tariffType = z.strictObject({ id: z.int(), name: z.string(), isHybridTariffType: z.boolean() });
export const listTariffTypes = lookup('listTariffTypes', 'tariff-types', 'Tariff types.', tariffType);
export const getTariffType = defineCall({
  id: 'getTariffType',
  method: 'GET',
  path: '/tariffs/tariff-types/:id',
  summary: 'One tariff type.',
  access,
  params: smallPathId,
  answer: tariffType,
  errors: ['common.notFound'],
});
export const listGuaranteeTypes = lookup(
  'listGuaranteeTypes',
  'guarantee-types',
  'Guarantee types.',
  z.strictObject({ id: z.int(), guaranteeTypeName: z.string() }),
);
export const listUniverseTypes = lookup(
  'listUniverseTypes',
  'universe-types',
  'Universe types.',
  z.strictObject({ id: z.int(), universeTypeName: z.string() }),
);
export const listRankingTypes = lookup(
  'listRankingTypes',
  'ranking-types',
  'Ranking types.',
  z.strictObject({ id: z.int(), rankingTypeName: z.string() }),
);
export const listAllocationTypes = lookup(
  'listAllocationTypes',
  'allocation-types',
  'Allocation types.',
  z.strictObject({ id: z.int(), allocationTypeName: z.string() }),
);
export const listRiskTypes = lookup(
  'listRiskTypes',
  'risk-types',
  'Risk types.',
  z.strictObject({ id: z.int(), riskTypeName: z.string() }),
);
export const listTariffOptimizationHints = lookup(
  'listTariffOptimizationHints',
  'optimization-hints',
  'Optimisation hints with their answers.',
  z.strictObject({
    id: z.int(),
    optimizationHintName: z.string(),
    optimizationHintDescription: z.string(),
    optimizationHintIsExtended: z.boolean(),
    optimizationHintAnswers: z.array(z.strictObject({ id: z.int(), optimizationHintAnswerName: z.string() })),
  }),
);

export const listTariffComponentChoices = defineCall({
  id: 'listTariffComponentChoices',
  method: 'GET',
  path: '/tariffs/components',
  summary: 'Components of a kind to choose from; with includeInactive the inactive ones as well.',
  access,
  query: z.strictObject({
    kind: z.enum(componentKinds),
    includeInactive: z.optional(queryBoolean),
  }),
  answer: z.array(
    z.strictObject({
      id,
      name: z.string(),
      key: z.string(),
      isInactive: z.boolean(),
      versionNumber: z.int(),
      /** Allocation: its risk component; selection: its universe component. The others: null. */
      dependsOnId: z.nullable(id),
      /** Risk components. */
      riskTypeId: z.nullable(z.int()),
      riskItemsNumber: z.nullable(z.int()),
      useQuota: z.nullable(z.boolean()),
    }),
  ),
});

export const checkTariffCombination = defineCall({
  id: 'checkTariffCombination',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariffs/check-combination',
  summary: 'Plausibility of a combination of components (engine rules, section 15).',
  access,
  body: z.strictObject({
    componentRiskId: id,
    componentSelectionId: id,
    componentAllocationId: id,
    componentUniverseId: id,
    issuerId: integerId,
    tariffTypeId: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
    /** Highest ongoing costs of a class a year, as a fraction. */
    costCap: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    /** Highest risk indicator of a proposed fund. */
    maximumRiskIndicator: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
    /** For TA19: how many contracts follow the tariff. */
    tariffId: z.optional(id),
  }),
  answer: z.array(combinationMessage),
  errors: ['tariffComponents.unknown'],
});

export const checkAllocationComponentsCombination = defineCall({
  id: 'checkAllocationComponentsCombination',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariffs/check-allocation-components-combination',
  summary: 'Whether allocation and risk component fit a hybrid tariff type (7, 8).',
  access,
  body: z.strictObject({
    tariffTypeId: z.int().check(z.minimum(0), z.maximum(1000)),
    componentAllocationId: z.nullable(id),
    componentRiskId: z.nullable(id),
  }),
  answer: z.array(combinationMessage),
  errors: ['tariffComponents.unknown'],
});

const riskItems = z
  .array(
    z.strictObject({
      riskClassId: z.int().check(z.minimum(1), z.maximum(7)),
      target: z.number(),
      range: z.number(),
    }),
  )
  .check(z.minLength(1), z.maxLength(7));

/** Measure of a column: percent, with the exact band status. */
const riskRating = z.strictObject({
  riskClassId: z.int(),
  /** Percent of the risk type's measure, or the equity quota where quotas are used; null without risk data. */
  riskRating: z.nullable(z.number()),
  /** Fraction. */
  shareQuota: z.number(),
  isInBand: z.boolean(),
  /** Fractions per year, for the pictures; null without risk data. */
  volatility: z.nullable(z.number()),
  expectedReturn: z.nullable(z.number()),
});

export const readPeergroupRisks = defineCall({
  id: 'readPeergroupRisks',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariff-components/allocation/peergroup-risks',
  summary:
    'Risk figures of peer groups with their covariance, so that the browser rates a matrix while people type.',
  access,
  body: z.strictObject({
    peergroupIds: z.array(integerId).check(z.maxLength(500)),
    riskTypeId: z.int().check(z.minimum(0), z.maximum(1000)),
  }),
  answer: z.strictObject({
    peergroups: z.array(
      z.strictObject({
        peergroupId: integerId,
        name: z.string(),
        categoryName: z.string(),
        colour: z.string(),
        /** Percent of the risk type's measure; null without risk data. */
        riskValue: z.nullable(z.number()),
        /** Fractions. */
        shareQuota: z.number(),
        volatility: z.nullable(z.number()),
        expectedReturn: z.nullable(z.number()),
        dataFrom: z.nullable(z.iso.date()),
        dataTo: z.nullable(z.iso.date()),
        isMoneyMarket: z.boolean(),
      }),
    ),
    /** Annual, in the order of `peergroups`; null without risk data. */
    covariance: z.nullable(z.array(z.array(z.number()))),
  }),
  errors: ['funds.unknown'],
});

export const rateAllocation = defineCall({
  id: 'rateAllocation',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariff-components/allocation/risk-rating',
  summary: 'Risk rating and share quota of every column of an allocation matrix.',
  access,
  body: z.strictObject({
    riskComponent: id,
    allocationItems: z.array(allocationItem).check(z.maxLength(3500)),
  }),
  answer: z.array(riskRating),
  bodyLimit: matrixBodyLimit,
  errors: ['tariffComponents.unknown', 'funds.unknown'],
});

export const computeAutomaticAllocation = defineCall({
  id: 'computeAutomaticAllocation',
  method: 'POST',
  path: '/tariff-components/allocation/automatic-allocation',
  summary: 'The matrix by an allocation type (engine rules, sections 8 and 9).',
  access,
  body: z.strictObject({
    peergroupIds: z.array(integerId).check(z.minLength(1), z.maxLength(500)),
    allocationTypeId: z.int().check(z.minimum(0), z.maximum(1000)),
    riskTypeId: z.int().check(z.minimum(0), z.maximum(1000)),
    useQuota: z.boolean(),
    riskItems,
    relationships: z.array(peergroupRelationship).check(z.maxLength(500)),
    /** What Black-Litterman computes from; what is not filled in does not count. */
    views: z.optional(allocationViews),
  }),
  answer: z.strictObject({
    allocationItems: z.array(allocationItem),
    riskRating: z.array(
      z.strictObject({
        ...riskRating.shape,
        riskContributions: z.array(z.strictObject({ peergroupId: integerId, share: z.number() })),
      }),
    ),
    /** Classes nothing reaches: their column stays empty. */
    failures: z.array(
      z.strictObject({ riskClassId: z.int(), low: z.number(), high: z.number(), nearestRisk: z.number() }),
    ),
    messages: z.array(combinationMessage),
    /** Fractions per year. */
    frontier: z.array(z.strictObject({ volatility: z.number(), expectedReturn: z.number() })),
    /** What views do: returns a year expected before and after them; empty for types without views. */
    viewEffects: z.array(z.strictObject({ peergroupId: integerId, before: z.number(), after: z.number() })),
  }),
  errors: ['allocation.infeasible', 'funds.unknown'],
});

export const rateFundMatrix = defineCall({
  id: 'rateFundMatrix',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariff-components/fund-matrix/risk-rating',
  summary: 'Risk rating and share quota of every column of a fund risk matrix.',
  access,
  body: z.strictObject({
    riskTypeId: z.int().check(z.minimum(0), z.maximum(1000)),
    useQuota: z.boolean(),
    riskItems,
    allocationItems: fundMatrixBody.shape.allocationItems,
  }),
  answer: z.array(
    z.strictObject({
      ...riskRating.shape,
      /** Of the funds, fraction a year; null where that of a fund is not known. */
      ongoingCost: z.nullable(z.number()),
    }),
  ),
  bodyLimit: matrixBodyLimit,
  errors: ['funds.unknown'],
});
