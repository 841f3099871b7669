import { formatDate } from '../date-text.ts';
import { excludedText } from '../hint-text.ts';

/** A fund one of the holders of a contract does not want. */
export interface ExcludedPurchase {
  readonly fundId: number;
  readonly fundName: string;
  readonly holderName: string;
  readonly kind: 'fund' | 'company' | 'region' | 'sector';
  /** ISIN, company, or key of region or sector. */
  readonly excluded: string;
}

/** A fund that is not made for the holders of a contract. */
export interface UnmeantPurchase {
  readonly fundId: number;
  readonly fundName: string;
  /** Of the target market; the type of client first. */
  readonly dimensions: readonly string[];
  /** Those it holds of alone; empty where only all of them taken together are in the negative target market. */
  readonly holderNames: readonly string[];
}

/** A fund that does not promise what holders of a contract want of sustainability. */
export interface UnsustainablePurchase {
  readonly fundId: number;
  readonly fundName: string;
  /** At least one. */
  readonly holderNames: readonly string[];
}

/** A holder without a profile that holds. */
export interface UnprofiledHolder {
  readonly holderName: string;
  /** The day her last one ended; null = none was recorded. */
  readonly endedOn: string | null;
}

/** A fund that takes no money of the contract, or that its tariff forbids. */
export interface UnofferedPurchase {
  readonly fundId: number;
  /** Why, in German. */
  readonly text: string;
}

/** What forbids purchases for the holders of a contract. */
export interface PurchaseBan {
  readonly unprofiled: readonly UnprofiledHolder[];
  readonly excluded: readonly ExcludedPurchase[];
  readonly unmeant: readonly UnmeantPurchase[];
  readonly unsustainable: readonly UnsustainablePurchase[];
  readonly unoffered: readonly UnofferedPurchase[];
}

/** What of a contract's holders is missing before anything is recommended to them, in German; null when nothing is. */
export function profileGapText(unprofiled: readonly UnprofiledHolder[]): string | null {
  if (unprofiled.length === 0) return null;
  const sentences = unprofiled.map(({ holderName, endedOn }) =>
    endedOn === null
      ? `Von ${holderName} liegt kein gültiges Risikoprofil vor.`
      : `Das Risikoprofil von ${holderName} ist seit dem ${formatDate(endedOn)} abgelaufen.`,
  );
  return [
    ...sentences,
    wayToProfiles(unprofiled),
    'Ohne die Profile aller Vertragsinhaber wird nichts empfohlen, auch kein Verkauf.',
  ].join(' ');
}

/** What to do about profiles that are missing, in German; only what was recorded before is recorded anew. */
function wayToProfiles(unprofiled: readonly UnprofiledHolder[]): string {
  const isAnew = unprofiled.every(({ endedOn }) => endedOn !== null);
  if (unprofiled.length > 1) {
    return isAnew
      ? 'Bitte erheben Sie diese Profile im Vertrag neu.'
      : 'Bitte erheben Sie diese Profile im Vertrag.';
  }
  return isAnew ? 'Bitte erheben Sie es im Vertrag neu.' : 'Bitte erheben Sie es im Vertrag.';
}

/** Which holder excludes a fund, and why it falls under that, in German. */
export const exclusionText = ({ fundName, holderName, kind, excluded }: ExcludedPurchase): string =>
  `${holderName} schließt ${fundName} aus (${excludedText({ kind, excluded })}).`;

/** Whom a fund is not made for, in German. */
export function unmeantText({ fundName, dimensions, holderNames }: UnmeantPurchase): string {
  if (dimensions.includes('Kundentyp')) return `${fundName} ist nicht für Privatkunden bestimmt.`;
  if (holderNames.length === 0)
    return `Für ${fundName} gilt der negative Zielmarkt (${dimensions.join(', ')}), wenn alle Vertragsinhaber gemeinsam betrachtet werden.`;
  return `Für ${fundName} gilt der negative Zielmarkt (${dimensions.join(', ')}): ${holderNames.join(', ')}.`;
}

/** Whose preference a fund does not suit, in German. */
export const unsustainableText = ({ fundName, holderNames }: UnsustainablePurchase): string =>
  `${fundName} passt nicht zur Nachhaltigkeitspräferenz von ${holderNames.join(', ')}.`;

/** What forbids a purchase beside profiles that are missing. */
export type ForbiddenPurchases = Omit<PurchaseBan, 'unprofiled'>;

/** The same fund by fund, each with its sentence in German. */
export const forbiddenPurchases = ({
  excluded,
  unmeant,
  unsustainable,
  unoffered,
}: ForbiddenPurchases): { readonly fundId: number; readonly text: string }[] => [
  ...unoffered,
  ...excluded.map((one) => ({ fundId: one.fundId, text: exclusionText(one) })),
  ...unmeant.map((one) => ({ fundId: one.fundId, text: unmeantText(one) })),
  ...unsustainable.map((one) => ({ fundId: one.fundId, text: unsustainableText(one) })),
];

/** Why the purchases are refused and what to do about it, in German; null when nothing forbids them. */
export function purchaseRefusal({ unprofiled, ...ban }: PurchaseBan): string | null {
  const missing = profileGapText(unprofiled);
  const forbidden = [...new Set(forbiddenPurchases(ban).map(({ text }) => text))];
  const sentences = [
    ...(missing === null ? [] : [missing]),
    ...forbidden,
    ...(forbidden.length === 0 ? [] : ['Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen.']),
    ...(ban.excluded.length === 0 ? [] : ['Einen Ausschluss ändert nur ein neues Risikoprofil.']),
    ...(ban.unsustainable.length === 0
      ? []
      : ['Eine Nachhaltigkeitspräferenz ändert nur ein neues Risikoprofil.']),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
