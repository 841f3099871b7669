import type { Consultation, MissingRequirement } from '@depotwerk/api/consultations/consultations';
import { type ForbiddenPurchases, forbiddenPurchases } from '@depotwerk/domain/contracts/purchase-refusal';

export interface CompletionFacts {
  readonly profiles: Consultation['profileSnapshot'];
  readonly recommendations: Consultation['recommendations'];
  readonly reasonText: string;
  /** Contracts with a cost statement made for this consultation or since it began. */
  readonly contractsWithCosts: ReadonlySet<string>;
  /** Who has no profile that holds, of everybody who holds one of the contracts. */
  readonly withoutProfile: readonly HolderWithoutProfile[];
  /** By contract, what forbids to buy what is recommended, beside profiles that are missing. */
  readonly bans: ReadonlyMap<string, ForbiddenPurchases>;
  /** Funds recommended to buy nobody has a key information document of. */
  readonly withoutDocument: ReadonlySet<number>;
}

/** Funds recommended to buy, by contract. */
export const recommendedPurchases = (
  recommendations: readonly Pick<
    Consultation['recommendations'][number],
    'action' | 'contractId' | 'fundId'
  >[],
): { contractId: string; fundIds: number[] }[] =>
  [...Map.groupBy(recommendations.filter(isPurchase), ({ contractId }) => contractId)].map(
    ([contractId, bought]) => ({ contractId, fundIds: bought.map(({ fundId }) => fundId) }),
  );

const isPurchase = ({ action }: Pick<Consultation['recommendations'][number], 'action'>): boolean =>
  action === 'buy' || action === 'switch';

export interface HolderWithoutProfile {
  readonly contractId: string;
  readonly customerId: string;
  readonly customerName: string;
  /** The customer of the contract. */
  readonly isFirst: boolean;
}

/**
 * What completion still waits for: a valid profile for every contract, key information on file and handed over for every
 * fund recommended to buy, none of them closed, outside of the tariff, excluded by a holder, against what one wants of sustainability or
 * made for others, a cost statement for every contract something is done in, and the reasons.
 */
export function missingRequirements(facts: CompletionFacts): MissingRequirement[] {
  const { profiles, recommendations, reasonText, contractsWithCosts, withoutProfile, withoutDocument } =
    facts;
  const keyOf = new Map(profiles.map((profile) => [profile.contractId, profile.externalKey]));
  const missing: MissingRequirement[] = profiles
    .filter((profile) => !profile.isValid)
    .map(({ contractId, externalKey, riskClassId }) => ({
      key: 'riskProfile',
      contractId,
      customerId:
        withoutProfile.find((one) => one.isFirst && one.contractId === contractId)?.customerId ?? null,
      fundId: null,
      text:
        riskClassId === null
          ? `Für den Vertrag ${externalKey} fehlt ein Risikoprofil.`
          : `Das Risikoprofil des Vertrags ${externalKey} ist nicht mehr gültig.`,
    }));
  for (const { contractId, customerId, customerName } of withoutProfile.filter(({ isFirst }) => !isFirst))
    missing.push({
      key: 'riskProfile',
      contractId,
      customerId,
      fundId: null,
      text: `Zum Vertrag ${keyOf.get(contractId) ?? ''} fehlt das gültige Risikoprofil von ${customerName}.`,
    });
  if (recommendations.length === 0) {
    missing.push({
      key: 'recommendations',
      contractId: null,
      customerId: null,
      fundId: null,
      text: 'Es ist keine Empfehlung festgehalten. Auch „Halten“ ist eine Empfehlung.',
    });
  }
  for (const { contractId, fundId, fundName, action, keyInformationHandedOverAt } of recommendations) {
    if (!isPurchase({ action })) continue;
    const isMissing = withoutDocument.has(fundId);
    if (!isMissing && keyInformationHandedOverAt !== null) continue;
    missing.push({
      key: 'keyInformation',
      contractId,
      customerId: null,
      fundId,
      text: isMissing
        ? `Zu ${fundName} ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie es beim Fonds ab oder empfehlen Sie einen anderen Fonds.`
        : `Das Basisinformationsblatt zu ${fundName} ist noch nicht ausgehändigt.`,
    });
  }
  missing.push(...forbidden(facts));
  const acted = new Set(recommendations.filter((one) => one.action !== 'hold').map((one) => one.contractId));
  for (const contractId of acted) {
    if (!contractsWithCosts.has(contractId)) {
      missing.push({
        key: 'costStatement',
        contractId,
        customerId: null,
        fundId: null,
        text: `Für den Vertrag ${keyOf.get(contractId) ?? ''} fehlt die Kosteninformation.`,
      });
    }
  }
  if (reasonText.trim() === '') {
    missing.push({
      key: 'reasonText',
      contractId: null,
      customerId: null,
      fundId: null,
      text: 'Die Begründung der Empfehlung fehlt.',
    });
  }
  return missing;
}

/** Recommended purchases that fund, tariff or a holder forbids, that do not suit what one wants, or that are made for others. */
const forbidden = ({ bans }: CompletionFacts): MissingRequirement[] =>
  [...bans].flatMap(([contractId, ban]) =>
    forbiddenPurchases(ban).map(({ fundId, text }) => ({
      key: 'purchase' as const,
      contractId,
      customerId: null,
      fundId,
      text: `${text} Bitte empfehlen Sie einen anderen Fonds.`,
    })),
  );
