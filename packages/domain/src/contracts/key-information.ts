import { contractBlockedText, planOrderedText } from './plan-obstacles.ts';

/**
 * Key information documents (Basisinformationsblätter): a retail investor gets the one of each fund before she is bound,
 * and again after it was revised (Regulation (EU) 1286/2014, Art. 13 and 14).
 */

/** How a document was handed over. */
export const handingOverForms = ['paper', 'mail', 'portal'] as const;
export type HandingOverForm = (typeof handingOverForms)[number];

export const handingOverFormNames: Readonly<Record<HandingOverForm, string>> = {
  paper: 'auf Papier',
  mail: 'per E-Mail',
  portal: 'im Portal',
};

/** What handing over for one contract of many came to, in the order it is shown. */
export const handoverRowResults = ['skipped', 'partly', 'handedOver', 'nothingToDo'] as const;
export type HandoverRowResult = (typeof handoverRowResults)[number];

/** Open plans, and documents they wait for, that are listed and handed over at once: more would be a list nobody reads. */
export const mostHandedOver = { plans: 5000, documents: 1000 } as const;

/** Whether so many are more than are handed over at once. */
export const isTooMuchAtOnce = ({ plans, documents }: Record<keyof typeof mostHandedOver, number>): boolean =>
  plans > mostHandedOver.plans || documents > mostHandedOver.documents;

/** Why nothing is handed over for a contract of many. */
export const noHandoverTexts = {
  noPlan: 'Am Vertrag ist kein Vorschlag offen.',
  nothingMissing: 'Der Vorschlag wartet auf kein Basisinformationsblatt.',
  blocked: contractBlockedText,
  ordered: planOrderedText,
} as const;

/** The file that was filed last with a fund. */
export interface FiledKeyInformation {
  readonly documentId: string;
  readonly title: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly contentHash: string;
  /** The day it was filed. */
  readonly day: string;
}

/** Where the fund's company says its document lies, and of which day that is. */
export interface LinkedKeyInformation {
  readonly address: string;
  /** null = not stated. */
  readonly day: string | null;
}

/** The document of a fund that holds now. */
export interface KeyInformation {
  /** What changes with every revision: the file's hash, or address and day of a link. */
  readonly version: string;
  /** null for a link. */
  readonly documentId: string | null;
  /** null for a file. */
  readonly address: string | null;
  readonly title: string;
  readonly day: string | null;
}

/**
 * The newer of what was filed and what the fund's company points to; without the day of a link the file counts, whose
 * content is known. null = no key information is known of the fund.
 */
export function keyInformationInForce(
  filed: FiledKeyInformation | null,
  linked: LinkedKeyInformation | null,
): KeyInformation | null {
  const isLinkNewer = linked !== null && (filed === null || (linked.day !== null && linked.day > filed.day));
  if (isLinkNewer) {
    const { address, day } = linked;
    return {
      version: `link ${day ?? '-'} ${address}`,
      documentId: null,
      address,
      title: 'Basisinformationsblatt der Fondsgesellschaft',
      day,
    };
  }
  if (filed === null) return null;
  const { documentId, title, contentHash, day } = filed;
  return { version: contentHash, documentId, address: null, title, day };
}

/** What a plan orders, as far as it says what is bought. */
export interface OrderedFunds {
  readonly orders: readonly { readonly action: string; readonly fundId: number }[];
  readonly savingsPlanChanges: readonly {
    readonly fundId: number;
    readonly fractionBefore: number;
    readonly fractionAfter: number;
  }[];
}

/** Funds of which a plan buys more than was agreed to before: by an order, or by a larger part of the savings plan. */
export function boughtFundIds({ orders, savingsPlanChanges }: OrderedFunds): number[] {
  const bought = orders.filter(({ action }) => action !== 'sell').map(({ fundId }) => fundId);
  const saved = savingsPlanChanges
    .filter(({ fractionBefore, fractionAfter }) => fractionAfter > fractionBefore)
    .map(({ fundId }) => fundId);
  return [...new Set([...bought, ...saved])].toSorted((a, b) => a - b);
}

/** A fund that is bought, with the document that holds now. */
export interface BoughtFund {
  readonly fundId: number;
  readonly fundName: string;
  readonly document: Pick<KeyInformation, 'version'> | null;
}

export interface NamedHolder {
  readonly customerId: string;
  readonly name: string;
}

/** One document in one person's hands. */
export interface HandedOver {
  readonly customerId: string;
  readonly fundId: number;
  readonly version: string;
}

/** What a purchase of one fund still waits for. */
export type KeyInformationGap =
  | { readonly kind: 'noDocument'; readonly fundId: number; readonly fundName: string }
  | {
      readonly kind: 'notHandedOver';
      readonly fundId: number;
      readonly fundName: string;
      /** Those of the holders who do not have the document that holds now. */
      readonly holders: readonly NamedHolder[];
    };

/**
 * What is missing before the funds may be bought for all holders of a contract: a fund without key information, and
 * everybody who does not have the version that holds now. Who is no retail client would need none; the house knows
 * retail clients only.
 */
export function keyInformationGaps(
  bought: readonly BoughtFund[],
  holders: readonly NamedHolder[],
  handedOver: readonly HandedOver[],
): KeyInformationGap[] {
  const keyOf = (customerId: string, fundId: number, version: string) =>
    JSON.stringify([customerId, fundId, version]);
  const has = new Set(handedOver.map((one) => keyOf(one.customerId, one.fundId, one.version)));
  return bought.flatMap(({ fundId, fundName, document }): KeyInformationGap[] => {
    if (document === null) return [{ kind: 'noDocument', fundId, fundName }];
    const without = holders.filter(({ customerId }) => !has.has(keyOf(customerId, fundId, document.version)));
    return without.length === 0 ? [] : [{ kind: 'notHandedOver', fundId, fundName, holders: without }];
  });
}

/** Most funds a sentence names. */
const mostNamed = 5;

/** Names of the funds of gaps, the first few of many: as a list of its own, or as what follows „zu“. */
export function gapNames(
  gaps: readonly KeyInformationGap[],
  grammaticalCase: 'list' | 'zu' = 'list',
): string {
  const names = gaps.slice(0, mostNamed).map(({ fundName }) => fundName);
  const others = gaps.length - mostNamed;
  if (others <= 0) return names.join(', ');
  if (grammaticalCase === 'zu') return `${names.join(', ')} und ${others} weiteren Fonds`;
  return others === 1
    ? `${names.join(', ')} und ${others} weiterer Fonds`
    : `${names.join(', ')} und ${others} weitere Fonds`;
}

/** Names of everybody who waits for a document. */
export const holdersWithout = (gaps: readonly KeyInformationGap[]): string[] => [
  ...new Map(
    gaps
      .flatMap((gap) => (gap.kind === 'notHandedOver' ? gap.holders : []))
      .map((one) => [one.customerId, one.name]),
  ).values(),
];

/**
 * What is missing and what to do about it, in German; null when nothing is missing.
 * @param isSeveral whether the contract has several holders, who are named then
 */
export function keyInformationText(gaps: readonly KeyInformationGap[], isSeveral: boolean): string | null {
  const without = gaps.filter(({ kind }) => kind === 'noDocument');
  const open = gaps.filter((gap) => gap.kind === 'notHandedOver');
  const what = `${gapNames(open)}${isSeveral ? ` (an ${holdersWithout(open).join(', ')})` : ''}`;
  const sentences = [
    ...(without.length === 0
      ? []
      : [
          without.length === 1
            ? `Zu ${gapNames(without, 'zu')} ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie es beim Fonds ab oder nehmen Sie den Fonds aus dem Vorschlag.`
            : `Zu ${gapNames(without, 'zu')} ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie die fehlenden Blätter bei den Fonds ab oder nehmen Sie die Fonds aus dem Vorschlag.`,
        ]),
    ...(open.length === 0
      ? []
      : [
          open.length === 1
            ? `Vor dem Kauf ist das Basisinformationsblatt auszuhändigen: ${what}. Bitte händigen Sie es aus und bestätigen Sie das im Vertrag unter „Optimierung“.`
            : `Vor dem Kauf sind die Basisinformationsblätter auszuhändigen: ${what}. Bitte händigen Sie sie aus und bestätigen Sie das im Vertrag unter „Optimierung“.`,
        ]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
