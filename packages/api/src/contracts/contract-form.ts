import { contractFields } from '@depotwerk/domain/contracts/contract-fields';
import { intervals } from '@depotwerk/domain/interval';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { someOf, takenMembers } from '../field-shapes.ts';
import { day, fraction, id, integerId, money, pathId } from '../fields.ts';

const defineCall = callsOf('contracts');

/** What a person enters about a contract, holdings and savings plan included; null = not given. */
export const contractDraft = z.strictObject({
  tariffId: z.nullable(id),
  ...takenMembers(contractFields),
  riskClassId: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  /** Absent for one release: as stored. */
  guaranteedLevel: z.optional(z.nullable(z.number())),
  valuationDate: z.nullable(day),
  nonFundsValue: z.nullable(money),
  holdings: z
    .array(
      z.strictObject({
        fundId: integerId,
        quantity: z.nullable(z.number()),
        price: z.nullable(z.number()),
        /** Day the price is of; null = that of the holdings. Absent for one release: as stored for the same price. */
        priceDate: z.optional(z.nullable(day)),
        costValue: z.nullable(money),
      }),
    )
    .check(z.maxLength(200)),
  planValidFrom: z.nullable(day),
  contribution: z.nullable(money),
  contributionInterval: z.literal(intervals),
  dynamicPercent: z.nullable(fraction),
  planEntries: z
    .array(z.strictObject({ fundId: integerId, fraction: z.nullable(fraction) }))
    .check(z.maxLength(200)),
});

/** A contract as its form shows it: with the savings plan in force today, else the next to begin. */
export const contractForm = z.strictObject({
  ...contractDraft.shape,
  /** The plan that follows the one shown: a change of that one leaves it. Optional for one release. */
  followingPlan: z.optional(
    z.nullable(
      z.strictObject({ validFrom: day, contribution: money, contributionInterval: z.literal(intervals) }),
    ),
  ),
  id,
  customerId: id,
  /** Holdings and savings plan come from a bank. */
  isLinked: z.boolean(),
  rowVersion: z.int(),
  /** The funds holdings and plan name, and the tariff where it is no choice any more. */
  funds: z.array(z.strictObject({ id: integerId, isin: z.string(), name: z.string() })),
  tariffName: z.string(),
});

const draftMembers = z.object(contractDraft.shape);

/** The members of a stored contract's form that are its draft. */
export const draftOfContract = (form: z.infer<typeof contractForm>): z.infer<typeof contractDraft> =>
  draftMembers.parse(form);

export const getContractForm = defineCall({
  id: 'getContractForm',
  method: 'GET',
  path: '/contracts/:id/form',
  summary: 'A contract with holdings and savings plan as its form holds them.',
  access: 'contracts.edit',
  params: pathId,
  answer: contractForm,
  errors: ['common.notFound'],
});

export const getContractChoices = defineCall({
  id: 'getContractChoices',
  method: 'GET',
  path: '/contracts/choices',
  summary: 'Tariffs a contract can have: published and active.',
  access: 'contracts.edit',
  answer: z.strictObject({
    tariffs: z.array(
      z.strictObject({
        id,
        name: z.string(),
        issuerName: z.string(),
        riskClassCount: z.nullable(z.int()),
        /** What a hybrid tariff promises, and whether its contracts choose their level; null for others, absent from a server of the release before. */
        guarantee: z.optional(
          z.nullable(
            z.strictObject({
              level: z.nullable(fraction),
              interest: z.nullable(fraction),
              isLevelChosen: z.boolean(),
            }),
          ),
        ),
      }),
    ),
  }),
});

const editErrors = [
  'common.notFound',
  'common.validationFailed',
  'contracts.externalKeyExists',
  'customers.blocked',
  'customers.inactive',
] as const;

export const createContract = defineCall({
  id: 'createContract',
  method: 'POST',
  path: '/contracts',
  summary: 'Adds a contract to a customer; it stays as checked by nobody until its first check.',
  access: 'contracts.create',
  body: z.strictObject({ ...contractDraft.shape, customerId: id }),
  answer: contractForm,
  needsIdempotencyKey: true,
  errors: editErrors,
});

export const putContract = defineCall({
  id: 'putContract',
  method: 'PUT',
  path: '/contracts/:id',
  summary: 'Changes a contract; holdings become a row of its history, a savings plan begins on its day.',
  access: 'contracts.edit',
  params: pathId,
  body: contractDraft,
  answer: contractForm,
  needsIfMatch: true,
  errors: ['common.versionConflict', ...editErrors],
});

export const patchContract = defineCall({
  id: 'patchContract',
  method: 'PATCH',
  path: '/contracts/:id',
  summary: 'Changes the named fields of a contract, by the rules of the whole; what is not named stays.',
  access: 'contracts.edit',
  params: pathId,
  body: someOf(contractDraft.shape),
  answer: contractForm,
  needsIfMatch: true,
  errors: ['common.versionConflict', ...editErrors],
});
