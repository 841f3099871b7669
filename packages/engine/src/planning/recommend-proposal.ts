import type { Discussed } from '@depotwerk/domain/recommendation-text';
import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { isOverdraft } from '../check/overdraft.ts';
import { type HintSeverity, scoreCap } from '../contract-score.ts';
import { changedFindings, mendedTexts, otherTexts } from './changed-findings.ts';
import { compareAims, needsAction } from './judge-plan.ts';
import type { OpenDemand } from './open-demands.ts';
import type { BindingLimit } from './plan-input.ts';

/** Whether a proposal is the one to take, and why. */
export interface Recommendation {
  /** True for exactly one proposal of a contract. */
  readonly isRecommended: boolean;
  /** A German sentence for the recommended one; null for the others. */
  readonly recommendation: string | null;
  /** Whether anything is asked of the contract: by its check, the tariff or the adviser. The same for all proposals. */
  readonly isNeeded: boolean;
}

/** The sentence of a recommendation beside something that has to be done first or to be discussed: then it is not "no action". */
export function recommendedBeside(
  sentence: string,
  first: readonly string[],
  discussed: readonly string[],
): string {
  if (first.length + discussed.length === 0) return sentence;
  return [
    ...first,
    sentence === noAction ? `Am Portfolio ist nichts zu ändern: ${allWell}` : sentence,
    ...discussed.map((text): Discussed => `Zu besprechen bleibt: ${text}`),
  ].join(' ');
}

interface Candidate {
  readonly mode: string;
  readonly isFeasible: boolean;
  readonly orders: readonly unknown[];
  readonly after: ContractCheck;
  readonly contractAfter: ContractInput;
  readonly limits: readonly BindingLimit[];
}

/** What is asked of a contract beside its findings, and what keeps open what nothing helps against. */
export interface RecommendationSource {
  readonly before: ContractCheck;
  /** Of the contract as it is. */
  readonly demands: readonly OpenDemand[];
  /** Of another state of it. */
  readonly demandsAfter: (contract: ContractInput) => readonly OpenDemand[];
  /** Names the limits that keep findings open; asked where nothing helps. */
  readonly openLimits: () => readonly BindingLimit[];
  /** Names the limits because of which plans that keep the demands are refused; asked where some of them stay open. */
  readonly demandLimits: () => readonly BindingLimit[];
  /** Names the limits that keep all demands open although no plan is refused because of one; found by trial. */
  readonly unkeptLimits: () => readonly BindingLimit[];
  /** What forbids any order while nobody knows what the contract is worth; null where it is known. */
  readonly unknownWorth: BindingLimit | null;
}

const allWell = 'Das Risiko liegt im Band, und die Prüfung findet keine Warnung und keinen Fehler.';
const noAction = `Kein Handlungsbedarf: ${allWell}`;
/** Sentences about limits at most: the rest follows from them or is found once they are lifted. */
const maximumLimits = 3;

const nothingThere = 'Im Vertrag liegt kein Vermögen; umzuschichten gibt es nichts.';
const notEnough = 'Das Vermögen im Vertrag reicht dafür nicht; umzuschichten gibt es nichts.';

/** Nothing is there, or less than what is missing from the account: no risk can be outside its band, and no order changes it. */
const isEmpty = ({ total }: ContractCheck): boolean => total <= 0;

/** Whether the check finds anything to be mended: of a contract of nothing only what it names. */
const isAmiss = (check: ContractCheck): boolean =>
  isEmpty(check) ? check.hints.some((hint) => hint.severity >= 1 && !isOverdraft(hint)) : needsAction(check);

const several = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maximumLimits);

/** Nothing helps: what is not kept, which limits stand in the way, and what could be done about them. */
function nothingHelps(source: RecommendationSource): string {
  const { before, demands, openLimits, demandLimits, unkeptLimits } = source;
  const limits = isAmiss(before) ? openLimits() : [];
  const refused = demands.length > 0 ? demandLimits() : [];
  const reasons = demands.length > 0 && limits.length + refused.length === 0 ? unkeptLimits() : refused;
  return [
    ...several(demands.map(({ text }) => text)),
    isEmpty(before)
      ? demands.every(asksForMore)
        ? nothingThere
        : notEnough
      : 'Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben.',
    ...several([...limits, ...reasons].map(({ text }) => text)),
    ...(limits.length + reasons.length === 0 && !isEmpty(before) && demands.some(asksForMore)
      ? [demandHarms]
      : []),
  ].join(' ');
}

/** An account that is overdrawn names its own way out. */
const asksForMore = ({ kind }: OpenDemand): boolean => kind !== 'overdraft';

const demandHarms =
  'Mindestauftrag, ganze Anteile oder die Grenzen selbst lassen keinen Auftrag zu, der das ohne neue Warnung ändert; wer es dennoch will, stellt die Aufträge selbst zusammen.';

/** What is said of a contract of which nothing is asked; null where something is, by its check, tariff or adviser. */
export const unaskedSentence = ({
  before,
  demands,
  unknownWorth,
}: Pick<RecommendationSource, 'before' | 'demands' | 'unknownWorth'>): string | null => {
  if (unknownWorth !== null || isAmiss(before) || demands.length > 0) return null;
  return isEmpty(before) ? nothingThere : noAction;
};

/**
 * Marks the recommended proposal: `keepPortfolio` where nothing is wrong or nothing can be mended, else the smallest
 * intervention. Where only some modes were planned, the recommended one may not be among them.
 */
export function withRecommendation<T extends Candidate>(
  proposals: readonly T[],
  source: RecommendationSource,
): (T & Recommendation)[] {
  const { before, demands, demandsAfter, unknownWorth } = source;
  const necessary = proposals.find(({ mode }) => mode === 'necessary');
  const unasked = unaskedSentence(source);
  const isAsked = unasked === null;
  const left =
    necessary?.isFeasible === true && demands.length > 0 ? demandsAfter(necessary.contractAfter) : demands;
  const mends =
    isAsked &&
    necessary?.isFeasible === true &&
    (necessary.orders.length > 0 || left.length < demands.length || gainsBy(before, necessary.after));
  const recommended = mends ? 'necessary' : 'keepPortfolio';
  const text = () => {
    if (unknownWorth) {
      // What is missing from the account is known whatever the rest is worth.
      const overdrawn = demands.flatMap((demand) => (asksForMore(demand) ? [] : [demand.text]));
      return [...overdrawn, unknownWorth.text, 'Der Bestand soll bis dahin bleiben.'].join(' ');
    }
    if (unasked !== null) return unasked;
    return mends ? mending(source, necessary, left) : nothingHelps(source);
  };
  return proposals.map((proposal) => {
    const isRecommended = proposal.mode === recommended;
    return { ...proposal, isRecommended, isNeeded: isAsked, recommendation: isRecommended ? text() : null };
  });
}

/** Whether a contract is better off without an order: by its savings plan. New money that waits makes it no better. */
const gainsBy = (before: ContractCheck, after: ContractCheck): boolean =>
  compareAims(after, before) < 0 ||
  after.score > before.score ||
  after.parts.savingsPlan > before.parts.savingsPlan;

/** What the smallest intervention mends, in a sentence that counts as the figures beside it do. */
function mending(
  { before, demands, demandLimits, unkeptLimits }: RecommendationSource,
  { after, limits }: Candidate,
  demandsLeft: readonly OpenDemand[],
): string {
  const changed = changedFindings(before.hints, after.hints);
  const mended = mendedTexts(changed);
  const comesIn = before.status !== 'in' && after.status === 'in';
  const band = mended.length === 0 ? 'das Risiko kommt in sein Band' : 'damit kommt das Risiko in sein Band';
  const kept = keptDemands(demands, demandsLeft);
  const effects = [...mended, ...(comesIn ? [band] : []), ...kept];
  const others = otherTexts(changed);
  const sentence = [...(effects.length === 0 ? [nearer(before, after)] : effects), ...others].join(', ');
  // An account that stays as it is, is told of once: afterwards.
  const isSame = ({ kind, text }: OpenDemand) =>
    kind === 'overdraft' && demandsLeft.some((left) => left.text === text);
  return [
    ...several(demands.filter((demand) => !isSame(demand)).map(({ text }) => text)),
    `Der kleinste Eingriff, der hilft: ${sentence}; alles andere bleibt, wie es ist.`,
    ...scoreTexts(before, after, mended.length > 0),
    ...limits.flatMap(({ limit }) => capTexts[limit] ?? []),
    ...several(demandsLeft.map(({ text }) => text)).map((text) => `Danach bleibt offen: ${text}`),
    ...several([...reasonsOf(demandsLeft, demandLimits), ...locksOf(demandsLeft, unkeptLimits)]),
  ].join(' ');
}

/** That the cap of the tariff on costs decides; the limit itself says how, beside the proposal. */
const capTexts: Readonly<Record<string, string>> = {
  'tariff.costCap.kept': 'Was gekauft wird, bestimmt die Kostengrenze des Tarifs mit.',
  'tariff.costCap.limits': 'Was behoben wird, bestimmt die Kostengrenze des Tarifs mit.',
};

/** Why the score does not rise although something is mended; nothing where it does. */
function scoreTexts({ score }: ContractCheck, after: ContractCheck, mends: boolean): string[] {
  if (after.score < score) return [`Die Bewertung sinkt dabei von ${score} auf ${after.score}.`];
  if (after.score > score || !mends) return [];
  const worst = worstOf(after);
  if (score !== scoreCap(worst)) return [`Die Bewertung bleibt bei ${score}.`];
  return [
    worst === 2
      ? `Die Bewertung bleibt bei ${score}: Offene Fehler begrenzen sie.`
      : `Die Bewertung bleibt bei ${score}: Offene Warnungen begrenzen sie.`,
  ];
}

const worstOf = ({ hints }: ContractCheck): HintSeverity =>
  hints.some(({ severity }) => severity === 2) ? 2 : hints.some(({ severity }) => severity === 1) ? 1 : 0;

/** Why demands stay open that a plan keeps only in part: the limits that speak of the same funds. */
const reasonsOf = (left: readonly OpenDemand[], limits: () => readonly BindingLimit[]): string[] =>
  left.length === 0
    ? []
    : limits().flatMap(({ subject, text }) =>
        left.some((demand) => demand.text.includes(subject)) ? [text] : [],
      );

/** That what is locked keeps an account below zero, where orders fill a part of it. */
const locksOf = (left: readonly OpenDemand[], limits: () => readonly BindingLimit[]): string[] =>
  left.every(asksForMore)
    ? []
    : limits().flatMap(({ limit, text }) => (limit === 'contract.locked' ? [text] : []));

const keptTexts: Readonly<Record<OpenDemand['kind'], string>> = {
  overdraft: 'das sonstige Guthaben wird ausgeglichen',
  excluded: 'Ausgeschlossenes wird verkauft',
  limits: 'das Portfolio hält die Grenzen des Tarifs ein',
  savingsPlan: 'der Sparplan hält die Vorgaben ein',
};

/** Which demands a plan keeps that were not kept, in words. */
function keptDemands(demands: readonly OpenDemand[], left: readonly OpenDemand[]): string[] {
  const open = new Set(left.map(({ kind }) => kind));
  const kept = new Set(demands.flatMap(({ kind }) => (open.has(kind) ? [] : [kind])));
  return [...kept].map((kind) => keptTexts[kind]);
}

/** What gets better where no finding does: the savings plan, said with its part of the score, or the contract as a whole. */
function nearer({ parts: old, score }: ContractCheck, { parts: now, score: next }: ContractCheck): string {
  const [from, to] = [old.savingsPlan.toFixed(0), now.savingsPlan.toFixed(0)];
  if (next === score && now.savingsPlan > old.savingsPlan && from !== to)
    return `der Sparplan kommt näher an das Ziel (Teilnote Sparplan ${to} statt ${from})`;
  return 'der Vertrag kommt näher an seine Vorgaben';
}
