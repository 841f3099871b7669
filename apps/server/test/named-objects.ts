import type { Call } from '@depotwerk/api/call';
import type { ObjectKind } from './object-kinds.ts';
import { type Shape, shapeOf, valueOf } from './request-samples.ts';

/** What a member of a query or body names; null = no object of a house (a kind from a closed list, a name, a secret). */
const memberKinds: Readonly<Record<string, ObjectKind | null>> = {
  customerId: 'customer',
  otherId: 'customer',
  mergedId: 'customer',
  customerIds: 'customer',
  add: 'customer',
  remove: 'customer',
  contractId: 'contract',
  contractIds: 'contract',
  groupId: 'group',
  parentGroupId: 'group',
  userId: 'user',
  mentionIds: 'user',
  actorUserId: 'user',
  fromUserId: 'user',
  excludedIds: 'user',
  roleId: 'role',
  defaultRoleId: 'role',
  copiedRoleId: 'role',
  tariffId: 'tariff',
  issuerId: 'issuer',
  excludedIssuerId: 'issuer',
  insurerId: 'insurer',
  consultationId: 'consultation',
  addendumToId: 'consultation',
  reportId: 'report',
  analysisId: 'analysisRequest',
  invitationId: 'invitation',
  peergroupId: 'peergroup',
  peergroupIds: 'peergroup',
  comparedWithId: 'peergroup',
  relatedPeergroupIds: 'peergroup',
  categoryId: 'fundCategory',
  tagId: 'tag',
  intoId: 'tag',
  addedIds: 'tag',
  removedIds: 'tag',
  fundId: 'fund',
  fundIds: 'fund',
  heldFundId: 'fund',
  fromFundId: 'fund',
  toFundId: 'fund',
  successorFundId: 'fund',
  addedFundIds: 'fund',
  removedFundIds: 'fund',
  excludedFundIds: 'fund',
  lockedFundIds: 'fund',
  guaranteeSecurityId: 'fund',
  securityId: 'fund',
  securityIds: 'fund',
  componentId: 'riskComponent',
  componentRiskId: 'riskComponent',
  componentSelectionId: 'selectionComponent',
  componentAllocationId: 'allocationComponent',
  componentUniverseId: 'universeComponent',
  afterId: 'task',
  challengeId: 'challenge',
  viewId: 'savedView',
  // Of a contract that is named beside it; the tests of advice and reports try those of others.
  plannedOptimizationId: null,
  pendingChangeIds: null,
  // Compared with the newest answers of the customer whose contract is named beside it.
  seenOwnAnswersId: null,
  seenAnswersId: null,
  // A change of many by the caller himself, beside what it was about; the tests of deletions try those of others.
  keptId: null,
  tokenProviderId: null,
  rawId: null,
  objectId: null,
  hintId: null,
  riskClassId: null,
  highestRiskClassId: null,
  riskTypeId: null,
  tariffTypeId: null,
  guaranteeTypeId: null,
  rankingTypeId: null,
  allocationTypeId: null,
  questionId: null,
  nonValueId: null,
  clientId: null,
  permissionIds: null,
  bankId: null,
};
/** `id` and `ids` say what they are by the call; lists of ids alone have no name at all. */
const callKinds: Readonly<Record<string, ObjectKind | null>> = {
  exportSelection: 'fund',
  exportUniverse: 'fund',
  listFundsForWizard: 'fund',
  listFundsByIds: 'fund',
  listCustomersByIds: 'customer',
  listContractsByIds: 'contract',
  listUsersByIds: 'user',
  releaseContinuousPlans: 'continuousPlan',
  refuseContinuousPlans: 'continuousPlan',
  replanContinuousPlans: 'continuousPlan',
  // Names of tiles, questions, answers and keys of a browser; a movement that is none of the fund is a new one.
  putFundMovements: null,
  putContractPayments: null,
  putQuestionnaireVersion: null,
  putDashboardConfig: null,
  submitAnswers: null,
  addPasskey: null,
  provePasskey: null,
  signDocument: null,
  submitOwnAnswers: null,
  continueProviderSignIn: null,
};

/** A member of a query or body that names objects: the way to it, `*` = an item of a list. */
export interface NamedObject {
  readonly part: 'query' | 'body';
  readonly steps: readonly string[];
  readonly kind: ObjectKind;
}

/** Every object a call names outside of its path. @throws for a member nobody has said what it names: add it to the tables above */
export function namedObjectsOf(call: Call): NamedObject[] {
  return (['query', 'body'] as const).flatMap((part) =>
    [...waysIn(call.id, shapeOf(call[part]), [])].map(({ steps, kind }) => ({ part, steps, kind })),
  );
}

function* waysIn(
  callId: string,
  shape: Shape,
  steps: readonly string[],
): Generator<{ steps: readonly string[]; kind: ObjectKind }> {
  const last = steps.findLast((step) => step !== '*');
  const choices = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  const isLeaf = choices.every(({ type }) => type !== 'object' && type !== 'array');
  const isName = last === undefined || /(^ids?|Ids?|^add|^remove)$/.test(last);
  if (isLeaf && isName && steps.length > 0) {
    const isByCall = last === undefined || last === 'id' || last === 'ids';
    const kind = isByCall ? callKinds[callId] : memberKinds[last];
    if (kind === undefined)
      throw new Error(`What does ${steps.join('.')} of ${callId} name? Say so in named-objects.ts.`);
    if (kind !== null) yield { steps, kind };
    return;
  }
  for (const choice of choices) {
    for (const [name, member] of Object.entries(choice.properties ?? {}))
      yield* waysIn(callId, member, [...steps, name]);
    if (choice.items) yield* waysIn(callId, choice.items, [...steps, '*']);
  }
}

/** The same request naming `id` at the place; what is on the way to it and missing is the smallest the shape takes. */
export function naming(shape: Shape, base: unknown, steps: readonly string[], id: string): unknown {
  const [step, ...rest] = steps;
  const choices = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (step === undefined) return choices.some(({ type }) => type === 'integer') ? Number(id) : id;
  if (step === '*') {
    const items = choices.find((choice) => choice.items)?.items ?? {};
    return [naming(items, Array.isArray(base) ? base[0] : undefined, rest, id)];
  }
  const choice = choices.find(({ properties }) => properties && step in properties) ?? {};
  const isGiven = typeof base === 'object' && base !== null && step in base;
  // A value of an object's shape is an object.
  const container = (isGiven ? base : { ...(base as object), ...(valueOf(choice) as object) }) as Record<
    string,
    unknown
  >;
  return { ...container, [step]: naming(choice.properties?.[step] ?? {}, container[step], rest, id) };
}
