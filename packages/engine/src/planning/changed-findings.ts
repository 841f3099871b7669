import type { Hint } from '../check/contract-input.ts';
import { type Finding, groupFindings } from '../check/group-findings.ts';
import { listed } from './count-text.ts';

type Severity = Finding['severity'];

/** What becomes of the findings of a check, cause by cause: each of them is in exactly one of the counts, or stays as it is. */
export interface ChangedFindings {
  /** Gone as a whole, by severity. */
  readonly gone: readonly [number, number, number];
  /** Not there before, by severity. */
  readonly added: readonly [number, number, number];
  /** Still there and as grave, but said of less: how many by severity, and of their warnings and errors how many are settled. */
  readonly eased: readonly [number, number, number];
  readonly points: { readonly settled: number; readonly of: number };
  /** Still there, less or more grave: how many, by severity before and after. */
  readonly turned: readonly { readonly from: Severity; readonly to: Severity; readonly count: number }[];
}

/** Compares the findings of a contract before and after: the ones that are counted wherever findings are shown. */
export function changedFindings(before: readonly Hint[], after: readonly Hint[]): ChangedFindings {
  const [found, left] = [groupFindings(before), groupFindings(after)];
  const rests = new Map(left.map((finding) => [finding.cause, finding]));
  const causes = new Set(found.map(({ cause }) => cause));
  const gone: [number, number, number] = [0, 0, 0];
  const added: [number, number, number] = [0, 0, 0];
  const eased: [number, number, number] = [0, 0, 0];
  const turns = new Map<string, { from: Severity; to: Severity; count: number }>();
  let [settled, of] = [0, 0];
  for (const { cause, severity, hints } of found) {
    const rest = rests.get(cause);
    if (!rest) gone[severity] += 1;
    else if (rest.severity !== severity) {
      const key = `${severity} ${rest.severity}`;
      const turn = turns.get(key) ?? { from: severity, to: rest.severity, count: 0 };
      turns.set(key, { ...turn, count: turn.count + 1 });
    } else if (grave(rest) < grave({ hints })) {
      eased[severity] += 1;
      settled += grave({ hints }) - grave(rest);
      of += grave({ hints });
    }
  }
  for (const { cause, severity } of left) if (!causes.has(cause)) added[severity] += 1;
  // The gravest first, and what gets better before what gets worse.
  const turned = [...turns.values()].toSorted(
    (a, b) => Number(a.to > a.from) - Number(b.to > b.from) || b.from - a.from || b.to - a.to,
  );
  return { gone, added, eased, points: { settled, of }, turned };
}

/** Points of a finding that are warnings or errors. */
const grave = ({ hints }: Pick<Finding, 'hints'>): number =>
  hints.filter(({ severity }) => severity >= 1).length;

const oneOf = ['ein Hinweis', 'eine Warnung', 'ein Fehler'] as const;
const manyOf = [
  (count: number) => `${count} Hinweise`,
  (count: number) => `${count} Warnungen`,
  (count: number) => `${count} Fehler`,
] as const;
const oneTurns = [
  (what: string) => `${what} wird zum Hinweis`,
  (what: string) => `${what} wird zur Warnung`,
  (what: string) => `${what} wird zum Fehler`,
] as const;
const manyTurn = [
  (what: string) => `${what} werden zu Hinweisen`,
  (what: string) => `${what} werden zu Warnungen`,
  (what: string) => `${what} werden zu Fehlern`,
] as const;

const counted = (count: number, severity: Severity): string =>
  count === 1 ? oneOf[severity] : manyOf[severity](count);

/** Counts by severity in words, the gravest first; empty where there are none. */
const named = (counts: readonly [number, number, number], severities: readonly Severity[]): string =>
  listed(severities.flatMap((severity) => (counts[severity] > 0 ? counted(counts[severity], severity) : [])));

const isPlural = (counts: readonly [number, number, number], severities: readonly Severity[]): boolean =>
  severities.reduce((sum: number, severity) => sum + counts[severity], 0) > 1;

const open: readonly Severity[] = [2, 1];
const all: readonly Severity[] = [2, 1, 0];

/** What of the findings is mended, wholly, in part and in its severity, in German; empty where nothing is. */
export function mendedTexts({ gone, eased, points: { settled, of }, turned }: ChangedFindings): string[] {
  const mended = named(gone, open);
  const partly = named(eased, open);
  const texts: string[] = [];
  if (mended !== '') texts.push(isPlural(gone, open) ? `${mended} werden behoben` : `${mended} wird behoben`);
  if (partly !== '' && mended !== '') texts.push(`${partly} zum Teil (${settled} von ${of} Punkten)`);
  else if (partly !== '')
    texts.push(
      isPlural(eased, open)
        ? `${partly} werden zum Teil behoben (${settled} von ${of} Punkten)`
        : `${partly} wird zum Teil behoben (${settled} von ${of} Punkten)`,
    );
  return [...texts, ...turnedTexts(turned.filter(({ from, to }) => to < from))];
}

/** What else changes in the number of findings, remarks and what gets worse included: with it they add up to what is shown. */
export function otherTexts({ gone, added, turned }: ChangedFindings): string[] {
  const texts = turnedTexts(turned.filter(({ from, to }) => to > from));
  const [remarks] = gone;
  if (remarks > 0)
    texts.push(remarks > 1 ? `${counted(remarks, 0)} entfallen` : `${counted(remarks, 0)} entfällt`);
  const news = named(added, all);
  if (news !== '') texts.push(isPlural(added, all) ? `${news} kommen hinzu` : `${news} kommt hinzu`);
  return texts;
}

const turnedTexts = (turned: ChangedFindings['turned']): string[] =>
  turned.map(({ from, to, count }) => (count === 1 ? oneTurns : manyTurn)[to](counted(count, from)));
