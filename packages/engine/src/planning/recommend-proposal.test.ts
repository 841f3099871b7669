import { describe, expect, it } from 'vitest';
import type { ContractCheck } from '../check/check-contract.ts';
import { aCheck, aContract, finding } from '../fixtures/check-fixture.ts';
import type { OpenDemand } from './open-demands.ts';
import type { BindingLimit } from './plan-input.ts';
import { recommendedBeside, withRecommendation } from './recommend-proposal.ts';

const limit = (text: string): BindingLimit => ({ limit: 'x', subject: 'portfolio', values: {}, text });

/** What is recommended of keeping everything and the smallest intervention, and why. */
function recommended(
  before: ContractCheck,
  after: ContractCheck,
  rest: {
    readonly orders?: number;
    readonly isFeasible?: boolean;
    readonly limits?: readonly string[];
    readonly capLimit?: string;
    readonly demands?: readonly OpenDemand[];
    readonly demandsAfter?: readonly OpenDemand[];
    readonly demandLimits?: readonly BindingLimit[];
    readonly unkeptLimits?: readonly BindingLimit[];
  } = {},
) {
  const proposal = (mode: string, orders: number, check: ContractCheck) => ({
    mode,
    isFeasible: rest.isFeasible ?? true,
    orders: Array.from({ length: orders }, (_, k) => k),
    after: check,
    contractAfter: aContract([]),
    limits: rest.capLimit === undefined ? [] : [{ ...limit(''), limit: rest.capLimit }],
  });
  const all = withRecommendation(
    [
      proposal('keepPortfolio', 0, before),
      proposal('full', 9, after),
      proposal('necessary', rest.orders ?? 2, after),
    ],
    {
      before,
      demands: rest.demands ?? [],
      demandsAfter: () => rest.demandsAfter ?? [],
      openLimits: () => (rest.limits ?? []).map(limit),
      demandLimits: () => rest.demandLimits ?? (rest.isFeasible === false ? [limit('Der Grund.')] : []),
      unkeptLimits: () => rest.unkeptLimits ?? [],
      unknownWorth: null,
    },
  );
  const chosen = all.filter(({ isRecommended }) => isRecommended);
  expect(all.filter(({ recommendation }) => recommendation !== null)).toEqual(chosen);
  expect(chosen).toHaveLength(1);
  return `${chosen[0]?.mode}: ${chosen[0]?.recommendation}`;
}

const best = aCheck({ score: 95 });
const error = finding('H01', 2, 'portfolio');
const warning = finding('H04', 1, 'A');
const other = finding('H12', 1, 'B');

/** A sentence about the smallest intervention. */
const helps = (effect: string) =>
  `necessary: Der kleinste Eingriff, der hilft: ${effect}; alles andere bleibt, wie es ist.`;

describe('the recommended proposal', () => {
  it('is to keep everything where nothing is wrong, whatever else were possible', () => {
    const text =
      'keepPortfolio: Kein Handlungsbedarf: Das Risiko liegt im Band, und die Prüfung findet keine Warnung und keinen Fehler.';
    expect(recommended(aCheck(), best)).toBe(text);
    expect(recommended(aCheck({ hints: [finding('H11', 0, 'A')] }), best)).toBe(text);
  });

  it('says that the cap of the tariff on costs decides; where a plan breaks it, its checks are told first', () => {
    const before = aCheck({ score: 49, hints: [error] });
    expect(recommended(before, best, { capLimit: 'tariff.costCap.kept' })).toBe(
      `${helps('ein Fehler wird behoben')} Was gekauft wird, bestimmt die Kostengrenze des Tarifs mit.`,
    );
    for (const capLimit of ['tariff.costCap.broken', 'score.costs'])
      expect(recommended(before, best, { capLimit })).toBe(helps('ein Fehler wird behoben'));
  });

  it('is to keep everything where nothing helps, with the limits in the way, each once and three at most', () => {
    const text =
      'keepPortfolio: Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben.';
    const before = aCheck({ hints: [warning] });
    expect(recommended(before, before, { orders: 0 })).toBe(text);
    expect(recommended(before, best, { isFeasible: false })).toBe(text);
    // New money that waits makes a contract no better.
    expect(recommended(before, aCheck({ hints: [warning], score: 70 }), { orders: 0 })).toBe(text);
    const limits = ['Eins.', 'Zwei.', 'Eins.', 'Drei.', 'Vier.'];
    expect(recommended(before, before, { orders: 0, limits })).toBe(`${text} Eins. Zwei. Drei.`);
  });

  it('says of a contract of nothing that there is nothing to rebalance, unless something is asked for', () => {
    const nothing = aCheck({ score: 40, status: 'unknown', total: 0 });
    const text = 'keepPortfolio: Im Vertrag liegt kein Vermögen; umzuschichten gibt es nichts.';
    expect(recommended(nothing, nothing, { orders: 0, limits: ['Die Grenze.'] })).toBe(text);
    const demands = [{ kind: 'limits', text: 'Es fehlt etwas.' }] as const;
    expect(recommended(nothing, nothing, { orders: 0, demands, demandsAfter: demands })).toBe(
      text.replace('Im Vertrag', 'Es fehlt etwas. Im Vertrag'),
    );
    const saved = aCheck({
      score: 40,
      status: 'unknown',
      total: 0,
      hints: [finding('H15', 1, 'savingsPlan')],
    });
    expect(recommended(saved, saved, { orders: 0, limits: ['Die Rate.'] })).toBe(`${text} Die Rate.`);
  });

  it('says of an account that lacks more than there is that no switch helps', () => {
    const nothing = aCheck({ score: 40, status: 'unknown', total: -200 });
    const demands = [{ kind: 'overdraft', text: 'Es fehlt Geld.' }] as const;
    expect(recommended(nothing, nothing, { orders: 0, demands, demandsAfter: demands })).toBe(
      'keepPortfolio: Es fehlt Geld. Das Vermögen im Vertrag reicht dafür nicht; umzuschichten gibt es nichts.',
    );
  });

  it('is the smallest intervention where it trades, or betters the savings plan without an order', () => {
    const before = aCheck({ hints: [warning] });
    expect(recommended(before, best)).toBe(helps('eine Warnung wird behoben'));
    const saved = aCheck({ hints: [warning], parts: { savingsPlan: 95 } });
    expect(recommended(before, saved, { orders: 0 })).toBe(
      helps('der Sparplan kommt näher an das Ziel (Teilnote Sparplan 95 statt 80)'),
    );
    expect(recommended(before, aCheck({ hints: [warning], score: 90 }), { orders: 0 })).toMatch(/^necessary/);
    expect(recommended(before, aCheck(), { orders: 0 })).toMatch(/^necessary/);
  });

  it('counts what is mended, errors and warnings apart', () => {
    const of = (...hints: Parameters<typeof aCheck>[0][]) => hints.map((one) => aCheck(one));
    const [one, two] = of({ hints: [error] }, { hints: [error, warning] });
    expect(recommended(one!, best)).toBe(helps('ein Fehler wird behoben'));
    expect(recommended(two!, best)).toBe(helps('ein Fehler und eine Warnung werden behoben'));
    expect(recommended(two!, aCheck({ score: 84, hints: [warning] }))).toBe(helps('ein Fehler wird behoben'));
    expect(recommended(aCheck({ hints: [warning, other] }), best)).toBe(helps('2 Warnungen werden behoben'));
    // An error that became a warning is still there.
    const milder = aCheck({ hints: [finding('H01', 1, 'portfolio')] });
    expect(recommended(one!, milder)).toBe(
      `${helps('ein Fehler wird zur Warnung')} Die Bewertung bleibt bei 80.`,
    );
  });

  it('says when risk comes into its band, with a finding or alone', () => {
    const out = { status: 'above', distance: 1 } as const;
    expect(recommended(aCheck({ ...out, hints: [error] }), best)).toBe(
      helps('ein Fehler wird behoben, damit kommt das Risiko in sein Band'),
    );
    expect(recommended(aCheck(out), aCheck())).toBe(helps('das Risiko kommt in sein Band'));
    expect(
      recommended(aCheck({ ...out, hints: [error] }), aCheck({ ...out, distance: 0.5, score: 84 })),
    ).toBe(helps('ein Fehler wird behoben'));
  });

  it('counts points where some of a finding go, remarks aside', () => {
    const drift = (...groups: readonly string[]) => [
      finding('H11', 0, 'A'),
      ...groups.map((group) => finding('H10', 1, group)),
    ];
    const before = aCheck({ score: 84, hints: drift('bills', 'bonds', 'equity') });
    const after = (...groups: readonly string[]) => aCheck({ score: 84, hints: drift(...groups) });
    const capped = 'Die Bewertung bleibt bei 84: Offene Warnungen begrenzen sie.';
    expect(recommended(before, after('bills', 'bonds'))).toBe(
      `${helps('eine Warnung wird zum Teil behoben (1 von 3 Punkten)')} ${capped}`,
    );
    expect(recommended(before, after('bills'))).toBe(
      `${helps('eine Warnung wird zum Teil behoben (2 von 3 Punkten)')} ${capped}`,
    );
  });

  it('says of which findings only a part goes, beside those that go wholly', () => {
    const unwanted = (...isins: readonly string[]) => isins.map((isin) => finding('H18', 2, isin));
    const saved = finding('H15', 1, 'savingsPlan');
    const before = aCheck({ score: 40, hints: [...unwanted('A', 'B', 'C'), saved] });
    const capped = 'Die Bewertung bleibt bei 49: Offene Fehler begrenzen sie.';
    const at49 = { ...before, score: 49 };
    expect(recommended(before, aCheck({ score: 49, hints: unwanted('A', 'B') }))).toBe(
      helps('eine Warnung wird behoben, ein Fehler zum Teil (1 von 3 Punkten)'),
    );
    expect(recommended(at49, aCheck({ score: 49, hints: unwanted('A', 'B', 'C') }))).toBe(
      `${helps('eine Warnung wird behoben')} ${capped}`,
    );
  });

  it('counts what is no longer as grave, what is gone of remarks and what is added: they add up to what is shown', () => {
    const drift = (severity: 0 | 1) => finding('H10', severity, 'bonds');
    const [closed, dear] = [finding('H07', 1, 'B'), finding('H11', 0, 'A')];
    const better = { score: 90 };
    expect(recommended(aCheck({ hints: [drift(1)] }), aCheck({ ...better, hints: [drift(0)] }))).toBe(
      helps('eine Warnung wird zum Hinweis'),
    );
    expect(
      recommended(aCheck({ hints: [drift(1), closed, dear] }), aCheck({ ...better, hints: [drift(0)] })),
    ).toBe(helps('eine Warnung wird behoben, eine Warnung wird zum Hinweis, ein Hinweis entfällt'));
    expect(recommended(aCheck({ hints: [closed] }), aCheck({ ...better, hints: [dear] }))).toBe(
      helps('eine Warnung wird behoben, ein Hinweis kommt hinzu'),
    );
    expect(recommended(aCheck({ hints: [closed, drift(0)] }), aCheck({ ...better, hints: [drift(1)] }))).toBe(
      helps('eine Warnung wird behoben, ein Hinweis wird zur Warnung'),
    );
    expect(recommended(aCheck({ hints: [closed] }), aCheck({ score: 79 }))).toBe(
      `${helps('eine Warnung wird behoben')} Die Bewertung sinkt dabei von 80 auf 79.`,
    );
  });

  it('says what gets better where no finding goes', () => {
    const before = aCheck({ hints: [warning] });
    const after = (rest: Parameters<typeof aCheck>[0]) => aCheck({ hints: [warning], ...rest });
    expect(recommended(before, after({ score: 85 }))).toBe(
      helps('der Vertrag kommt näher an seine Vorgaben'),
    );
    expect(recommended(before, after({ parts: { savingsPlan: 80.2 } }))).toBe(
      helps('der Vertrag kommt näher an seine Vorgaben'),
    );
    expect(recommended(before, after({ score: 85, parts: { savingsPlan: 95 } }))).toBe(
      helps('der Vertrag kommt näher an seine Vorgaben'),
    );
    expect(recommended(before, after({ parts: { savingsPlan: 70 } }))).toBe(
      helps('der Vertrag kommt näher an seine Vorgaben'),
    );
  });

  it('is the smallest intervention where only a demand of adviser or tariff is not kept, and names it', () => {
    const limits: OpenDemand = { kind: 'limits', text: 'Der Tarif erlaubt weniger.' };
    const excluded: OpenDemand = {
      kind: 'excluded',
      text: 'A ist ausgeschlossen und liegt noch im Portfolio.',
    };
    const saved: OpenDemand = { kind: 'savingsPlan', text: 'Der Sparplan hält nicht.' };
    const after = (demands: readonly OpenDemand[], demandsAfter: readonly OpenDemand[] = [], orders = 2) =>
      recommended(aCheck(), aCheck(), { demands, demandsAfter, orders });
    const smallest = (effect: string) => helps(effect).replace('necessary: ', '');
    expect(after([limits])).toBe(
      `necessary: ${limits.text} ${smallest('das Portfolio hält die Grenzen des Tarifs ein')}`,
    );
    expect(after([saved], [], 0)).toBe(
      `necessary: ${saved.text} ${smallest('der Sparplan hält die Vorgaben ein')}`,
    );
    expect(after([excluded, limits], [limits])).toBe(
      `necessary: ${excluded.text} ${limits.text} ${smallest('Ausgeschlossenes wird verkauft')} Danach bleibt offen: ${limits.text}`,
    );
    const both = recommended(aCheck({ hints: [warning] }), best, { demands: [limits] });
    expect(both).toContain('eine Warnung wird behoben, das Portfolio hält die Grenzen des Tarifs ein');
  });

  it('says why a demand stays open that the smallest intervention keeps only in part', () => {
    const of = (subject: string) => ({ ...limit(`${subject} bliebe zu klein.`), subject });
    const open = (...isins: string[]): OpenDemand => ({
      kind: 'limits',
      text: `${isins.join(' und ')} zu klein.`,
    });
    const [demands, demandsAfter] = [[open('A', 'B')], [open('B')]];
    const text = recommended(aCheck(), aCheck(), { demands, demandsAfter, demandLimits: [of('C'), of('B')] });
    expect(text).toMatch(/ Danach bleibt offen: B zu klein\. B bliebe zu klein\.$/);
    expect(recommended(aCheck(), aCheck(), { demands, demandLimits: [of('B')] })).not.toContain('bliebe');
  });

  it('is to keep everything where a demand cannot be kept, with the reason, and never called calm', () => {
    const demands: OpenDemand[] = [{ kind: 'limits', text: 'Der Tarif erlaubt weniger.' }];
    const same = { demands, demandsAfter: demands, orders: 0 };
    const text =
      'keepPortfolio: Der Tarif erlaubt weniger. Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben.';
    expect(recommended(aCheck(), aCheck(), { ...same, isFeasible: false })).toBe(`${text} Der Grund.`);
    const harm = recommended(aCheck(), aCheck(), { ...same, limits: ['Nicht gefragt.'] });
    expect(harm).toBe(
      `${text} Mindestauftrag, ganze Anteile oder die Grenzen selbst lassen keinen Auftrag zu, der das ohne neue Warnung ändert; wer es dennoch will, stellt die Aufträge selbst zusammen.`,
    );
    const tried = { ...same, unkeptLimits: [limit('Der Tarif verlangt mehr.')] };
    expect(recommended(aCheck(), aCheck(), tried)).toBe(`${text} Der Tarif verlangt mehr.`);
    const calm = recommended(aCheck(), aCheck()).replace('keepPortfolio: ', '');
    expect(recommendedBeside(calm, [], [])).toBe(calm);
    expect(recommendedBeside(calm, ['Vorher.'], [])).toMatch(/^Vorher\. Am Portfolio ist nichts zu ändern: /);
    expect(recommendedBeside(calm, [], ['Das.'])).toMatch(
      /^Am Portfolio ist nichts zu ändern: .* Zu besprechen bleibt: Das\.$/,
    );
  });
});
