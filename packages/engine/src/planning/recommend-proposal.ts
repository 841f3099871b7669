import type { ContractCheck } from '../check/check-contract.ts';
import type { Hint } from '../check/contract-input.ts';
import { type Finding, groupFindings } from '../check/group-findings.ts';
import { needsAction } from './judge-plan.ts';
import type { BindingLimit } from './plan-input.ts';

/** Whether a proposal is the one to take, and why. */
export interface Recommendation {
  /** True for exactly one proposal of a contract. */
  readonly isRecommended: boolean;
  /** A German sentence for the recommended one; null for the others. */
  readonly recommendation: string | null;
}

/** The sentence of a recommendation after something that has to be done first: then it is not "no action". */
export const recommendedAfter = (first: string, sentence: string): string =>
  `${first} ${sentence === noAction ? `Am Depot ist nichts zu ändern: ${allWell}` : sentence}`;

interface Candidate {
  readonly mode: string;
  readonly isFeasible: boolean;
  readonly orders: readonly unknown[];
  readonly after: ContractCheck;
  readonly contractAfter: { readonly savingsPlan: unknown };
}

const allWell = 'Das Risiko liegt im Band, und die Prüfung findet keine Warnung und keinen Fehler.';
const noAction = `Kein Handlungsbedarf: ${allWell}`;
/** Sentences about limits at most: the rest follows from them or is found once they are lifted. */
const maximumLimits = 3;

/** Nothing helps: which limits stand in the way, and what could be done about them. */
function nothingHelps(limits: readonly BindingLimit[]): string {
  const texts = [...new Set(limits.map(({ text }) => text))].slice(0, maximumLimits);
  return [
    'Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben.',
    ...texts,
  ].join(' ');
}

/** Findings of a severity that are no longer there, or not as grave. */
function mendedFindings(before: readonly Finding[], after: readonly Finding[], severity: 1 | 2): number {
  const left = new Map(after.map((finding) => [finding.cause, finding.severity]));
  return before.filter(
    (finding) => finding.severity === severity && (left.get(finding.cause) ?? 0) < severity,
  ).length;
}

/** Findings of a severity of which some hints go and some stay. */
function eased(before: readonly Finding[], after: readonly Finding[], severity: 1 | 2): number {
  const left = new Map(after.map((finding) => [finding.cause, finding]));
  return before.filter((finding) => {
    const rest = left.get(finding.cause);
    return (
      finding.severity === severity &&
      rest?.severity === severity &&
      open(rest.hints).length < open(finding.hints).length
    );
  }).length;
}

const open = (hints: readonly Hint[]) => hints.filter(({ severity }) => severity >= 1);

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `ein ${one}` : `${count} ${many}`];

/**
 * Marks the recommended proposal: `keepPortfolio` where nothing is wrong or nothing can be mended, else the smallest
 * intervention. Where only some modes were planned, the recommended one may not be among them.
 *
 * @param openLimitsOf names the limits that keep open what is; asked where nothing helps
 */
export function withRecommendation<T extends Candidate>(
  proposals: readonly T[],
  before: ContractCheck,
  openLimitsOf: () => readonly BindingLimit[],
): (T & Recommendation)[] {
  const necessary = proposals.find(({ mode }) => mode === 'necessary');
  const mends =
    necessary?.isFeasible === true &&
    (necessary.orders.length > 0 || !isSame(necessary.after, before)) &&
    needsAction(before);
  const recommended = mends ? 'necessary' : 'keepPortfolio';
  const text = () =>
    !needsAction(before) ? noAction : mends ? mending(before, necessary.after) : nothingHelps(openLimitsOf());
  return proposals.map((proposal) => {
    const isRecommended = proposal.mode === recommended;
    return { ...proposal, isRecommended, recommendation: isRecommended ? text() : null };
  });
}

const isSame = (a: ContractCheck, b: ContractCheck) =>
  a.score === b.score && a.hints.length === b.hints.length && a.parts.savingsPlan === b.parts.savingsPlan;

/** What the smallest intervention mends, in a sentence. */
function mending(before: ContractCheck, after: ContractCheck): string {
  const [found, left] = [groupFindings(before.hints), groupFindings(after.hints)];
  const errors = mendedFindings(found, left, 2);
  const warnings = mendedFindings(found, left, 1);
  const named = (ofErrors: number, ofWarnings: number) =>
    [...counted(ofErrors, 'Fehler', 'Fehler'), ...counted(ofWarnings, 'Warnung', 'Warnungen')]
      .join(' und ')
      .replace('ein Warnung', 'eine Warnung');
  const mended = named(errors, warnings);
  const partly = named(eased(found, left, 2), eased(found, left, 1));
  const band = before.status !== 'in' && after.status === 'in' ? 'damit kommt das Risiko in sein Band' : '';
  const effect = [
    mended === '' ? '' : `${mended} ${isPlural(errors, warnings) ? 'werden' : 'wird'} behoben`,
    mended === '' || partly === '' ? '' : `${partly} zum Teil`,
    mended === '' ? band.replace('damit kommt das Risiko', 'das Risiko kommt') : band,
  ]
    .filter((part) => part !== '')
    .join(', ');
  const sentence = effect === '' ? nearer(before, after) : effect;
  return `Der kleinste Eingriff, der hilft: ${sentence}; alles andere bleibt, wie es ist.`;
}

/** What gets better where no finding goes as a whole: some of its hints, the savings plan, said with its part of the score, or the contract as a whole. */
function nearer(before: ContractCheck, after: ContractCheck): string {
  const { parts: old, score } = before;
  const { parts: now, score: next } = after;
  const was = open(before.hints).length;
  const gone = was - open(after.hints).length;
  if (gone > 0) return `${gone} von ${was} Hinweisen ${gone > 1 ? 'werden' : 'wird'} behoben`;
  const [from, to] = [old.savingsPlan.toFixed(0), now.savingsPlan.toFixed(0)];
  if (next === score && now.savingsPlan > old.savingsPlan && from !== to)
    return `der Sparplan kommt näher an das Ziel (Teilnote Sparplan ${to} statt ${from})`;
  return 'der Vertrag kommt näher an seine Vorgaben';
}

const isPlural = (errors: number, warnings: number) => errors + warnings > 1;
