import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund } from '../fixtures/check-fixture.ts';
import { fixed, holding } from '../fixtures/order-fixture.ts';
import { aRequest } from '../fixtures/plan-fixture.ts';
import { hintsBySubject } from './hints-by-subject.ts';
import { explainOrder } from './order-reasons.ts';
import { defaultOrderRules, noLimits } from './plan-input.ts';

// Targets 30, 30 and 40 %; BOND costs 1 %, NEXT 0.4 %, EQTY 1 %.
const context = prepareTariff(
  aTariff([
    fund('NEXT', 'bonds', { ter: 0.004 }),
    fund('NEAR', 'bonds', { ter: 0.0096 }),
    fund('HOUSE', 'bonds', { company: 'Haus' }),
    fund('FINE', 'bonds', { rank: 5 }),
    fund('DARK', 'bonds', { hasRiskData: false }),
  ]),
);

/** A finding of the check before. */
const found = (code: HintCode, subject: string): Hint => ({
  code,
  severity: 1,
  subject,
  values: {},
  suggestion: null,
});

interface Question {
  readonly action?: 'sell' | 'buy';
  readonly isin?: string;
  /** Units of 10 euros held before. */
  readonly held?: number;
  readonly group?: number;
  readonly hints?: readonly Hint[];
  /** Share of the group in the value. */
  readonly share?: number;
  readonly partner?: string | null;
  /** Cents. */
  readonly amount?: number;
  /** Cents that the switch moves; default the order's. */
  readonly moved?: number;
  /** Euros an order. */
  readonly fee?: number;
  readonly excluded?: readonly string[];
  readonly isRiskOff?: boolean;
  readonly isAlone?: boolean;
  /** The most securities of the tariff, where there are more. */
  readonly most?: number;
  /** The fund is below the tariff's least value of 50 euros. */
  readonly isTooSmall?: boolean;
  /** Share of the group after all orders. */
  readonly shareAfter?: number;
  readonly avoidsCluster?: boolean;
  readonly isWholeUnit?: boolean;
  readonly isFullSale?: boolean;
}

function explain({
  action = 'sell',
  isin = 'BOND',
  held = 50,
  group = 1,
  hints = [],
  share = held / 100,
  partner = null,
  amount = 1_000_000,
  moved = amount,
  fee = 0,
  excluded = [],
  isRiskOff = false,
  isAlone = false,
  most,
  isTooSmall = false,
  shareAfter,
  avoidsCluster = false,
  isWholeUnit = false,
  isFullSale = false,
}: Question) {
  const order = { isin, action, ticks: 1, amount, fee: 0, isFullSale };
  const request = aRequest(aContract([]), [], {
    rules: { ...defaultOrderRules, ...fixed(fee) },
    excluded: new Set(excluded),
    portfolioLimits: {
      ...noLimits,
      count: { min: null, max: most ?? null },
      value: { min: isTooSmall ? 50 : null, max: null },
    },
  });
  return explainOrder(
    context,
    request,
    order,
    holding(isin, held, { groupIndex: group }),
    hintsBySubject(hints),
    {
      groupShare: share,
      ...(shareAfter === undefined ? {} : { groupShareAfter: shareAfter }),
      partner,
      moved,
      isRiskOff,
      isAlone,
      isCrowded: most !== undefined,
      avoidsCluster,
      isWholeUnit,
      tooSmall: isTooSmall ? holding(isin, held, { groupIndex: group }) : undefined,
    },
  );
}
const textOf = (question: Question) => explain(question).text;
const hintsOf = (question: Question) => explain(question).hints;

describe('the reason of an order', () => {
  it('compares the weight of the group with its target', () => {
    expect(textOf({})).toBe('Die Peergroup bonds liegt mit 50,0\u00a0% über ihrem Ziel von 30,0\u00a0%.');
    expect(textOf({ action: 'buy', held: 12 })).toBe(
      'Die Peergroup bonds liegt mit 12,0\u00a0% unter ihrem Ziel von 30,0\u00a0%.',
    );
    // One of two funds of a group that is too heavy, itself lighter than the group's target.
    expect(textOf({ held: 12, share: 0.4 })).toContain('mit 40,0\u00a0% über ihrem Ziel von 30,0\u00a0%');
  });

  it('says where the money goes that is sold beyond the target of a group', () => {
    const text = 'Die Peergroup bonds liegt mit 50,0\u00a0% über ihrem Ziel von 30,0\u00a0%';
    expect(textOf({ shareAfter: 0.25 })).toBe(
      `${text}; was darüber hinaus verkauft wird, macht Geld für Peergroups frei, denen etwas fehlt.`,
    );
    for (const shareAfter of [0.31, 0.3, 0.2996]) expect(textOf({ shareAfter })).toBe(`${text}.`);
  });

  it('never compares what is equal or speaks against the order', () => {
    const free = 'Der Verkauf macht Geld für Peergroups frei, denen etwas fehlt.';
    const invested = 'Hier wird angelegt, was durch Verkäufe oder Einzahlungen frei ist.';
    expect(textOf({ share: 0.3004 })).toBe(free);
    expect(textOf({ share: 0.2 })).toBe(free);
    expect(textOf({ action: 'buy', share: 0.2996 })).toBe(invested);
    expect(textOf({ action: 'buy', share: 0.4 })).toBe(invested);
    // A tariff may want to hear nothing of the risk; orders for its sake say so all the same.
    const risk = { isRiskOff: true };
    expect(textOf({ share: 0.2, ...risk })).toContain('näher an das Band der Risikoklasse');
    expect(textOf({ action: 'buy', ...risk })).toContain('näher an das Band der Risikoklasse');
    expect(textOf({ action: 'buy', ...risk, isAlone: true })).toBe(
      'So kommt das Risiko näher an das Band der Risikoklasse.',
    );
    expect(textOf({ ...risk, hints: [found('H10', 'bonds')] })).toContain('über ihrem Ziel');
  });

  it('says that a fund goes because it is too small, not for the little money it frees', () => {
    const small = { held: 3, share: 0.2, isTooSmall: true };
    const text = 'Mit 30,00\u00a0€ liegt der Fonds unter der Untergrenze des Tarifs (50,00\u00a0€).';
    expect(textOf(small)).toBe(text);
    expect(textOf({ ...small, isRiskOff: true })).toBe(text);
    // Also where its group is short of what it ought to hold: that is no reason to sell it.
    expect(textOf({ ...small, hints: [found('H10', 'bonds')] })).toBe(text);
    expect(textOf({ ...small, share: 0.4, hints: [found('H10', 'bonds')] })).toContain('über ihrem Ziel');
    expect(textOf({ ...small, partner: 'FINE' })).toBe(
      'Wechsel zu FINE innerhalb der Peergroup bonds. Mit 30,00\u00a0€ liegt der bisherige Fonds unter der Untergrenze des Tarifs (50,00\u00a0€). Der neue Fonds hat Rang 5 statt 4.',
    );
  });

  it('says that the tariff allows no more securities of a sale that its group then lacks', () => {
    const sale = { share: 0.25, isFullSale: true };
    expect(textOf(sale)).toBe('Der Verkauf macht Geld für Peergroups frei, denen etwas fehlt.');
    expect(textOf({ ...sale, most: 1 })).toBe('Der Tarif erlaubt höchstens 1 Wertpapier.');
    expect(textOf({ ...sale, most: 1, isFullSale: false })).not.toContain('Tarif');
    // Above its target the group gives some all the same.
    expect(textOf({ ...sale, most: 1, share: 0.4 })).toContain('über ihrem Ziel');
  });

  it('says of a sale without a switch that it keeps a company from becoming a cluster, unless it is one', () => {
    const avoided =
      'Ohne den Verkauf steckte nach den anderen Aufträgen in Fonds dieser einen Gesellschaft zu viel des Vermögens.';
    expect(textOf({ avoidsCluster: true })).toBe(`${textOf({})} ${avoided}`);
    const hints = [found('H13', 'BOND')];
    expect(textOf({ avoidsCluster: true, share: 0.302, hints })).toBe(textOf({ share: 0.302, hints }));
    expect(textOf({ avoidsCluster: true, action: 'buy', held: 12 })).not.toContain(avoided);
  });

  it('says that whole units ask for a switch that saves nothing, and not for one that does', () => {
    const text = 'Verkaufen lassen sich nur ganze Anteile; was davon zu viel ist, bleibt in der Peergroup.';
    const near = { partner: 'NEAR', amount: 10_000, moved: 6000, isWholeUnit: true };
    expect(textOf(near)).toBe(
      `Davon wechseln 60,00\u00a0€ zu NEAR innerhalb der Peergroup bonds. ${text} Die Peergroup bonds liegt mit 50,0\u00a0% über ihrem Ziel von 30,0\u00a0%.`,
    );
    expect(textOf({ ...near, isWholeUnit: false })).not.toContain(text);
    expect(textOf({ ...near, partner: 'NEXT', amount: 1_000_000, moved: 600_000 })).not.toContain(text);
  });

  it('names what a client asked for, and too much in one hand', () => {
    expect(textOf({ excluded: ['BOND'] })).toBe('Der Fonds ist auf Wunsch ausgeschlossen.');
    expect(textOf({ action: 'buy', isin: 'NEXT', partner: 'BOND', excluded: ['BOND'] })).toContain(
      'Ersetzt BOND in der Peergroup bonds.',
    );
    expect(textOf({ share: 0.302, hints: [found('H13', 'BOND')] })).toBe(
      'In diesem einen Fonds steckt zu viel des Vermögens.',
    );
    const company = context.funds.get('BOND')?.company ?? '';
    expect(company).toBe('BOND');
    expect(textOf({ isin: 'HOUSE', hints: [found('H13', 'Haus')], share: 0.2 })).toBe(
      'In Fonds dieser einen Gesellschaft steckt zu viel des Vermögens.',
    );
    expect(textOf({ action: 'buy', partner: 'NEXT', share: 0.4 })).toBe(
      'Wechsel von NEXT innerhalb der Peergroup bonds.',
    );
    const unknown = [found('H03', 'portfolio')];
    expect(textOf({ isin: 'DARK', hints: unknown })).toContain('fehlen Risikodaten');
    expect(textOf({ hints: unknown })).not.toContain('fehlen Risikodaten');
    expect(hintsOf({ isin: 'HOUSE', hints: [found('H13', 'Haus')] })).toEqual(['H13']);
    expect(hintsOf({ isin: 'HOUSE', action: 'buy', hints: [found('H13', 'Haus')] })).toEqual([]);
  });

  it('names what is new and what is not foreseen', () => {
    expect(textOf({ action: 'buy', held: 0 })).toBe(
      'Das Zielportfolio sieht für die Peergroup bonds einen Anteil von 30,0\u00a0% vor.',
    );
    expect(textOf({ group: -1 })).toBe('Der Fonds gehört zu keiner Peergroup des Zielportfolios.');
    expect(textOf({ action: 'buy', held: 0, group: -1 })).toBe(
      'Hier wird angelegt, was durch Verkäufe oder Einzahlungen frei ist.',
    );
  });

  it('of a switch that too many securities ask for names their limit, not costs earned back too late', () => {
    const limit = 'Der Tarif erlaubt höchstens 12 Wertpapiere.';
    const text = textOf({ isin: 'NEXT', partner: 'BOND', share: 0.3, most: 12 });
    expect(text).toBe(`Wechsel zu BOND innerhalb der Peergroup bonds. ${limit}`);
    // 60 euros a year for 124 euros of fees: 25 months.
    expect(textOf({ partner: 'NEXT', share: 0.3, fee: 62, most: 12 })).toBe(
      `Wechsel zu NEXT innerhalb der Peergroup bonds. ${limit}`,
    );
    expect(textOf({ partner: 'NEXT', share: 0.3, fee: 60, most: 12 })).toContain('verdient');
  });

  it('of a switch names the partner and what it saves', () => {
    expect(textOf({ partner: 'NEXT' })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup bonds. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%).',
    );
    expect(textOf({ action: 'buy', isin: 'NEXT', partner: 'BOND' })).toBe(
      'Wechsel von BOND innerhalb der Peergroup bonds. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%).',
    );
    // Where more is sold than bought, only what is switched saves anything, and the rest has a reason of its own.
    const heavy = 'Die Peergroup bonds liegt mit 50,0\u00a0% über ihrem Ziel von 30,0\u00a0%.';
    expect(textOf({ partner: 'NEXT', moved: 500_000 })).toBe(
      `Davon wechseln 5.000,00\u00a0€ zu NEXT innerhalb der Peergroup bonds. Das spart 30,00\u00a0€ im Jahr (0,6\u00a0%). ${heavy}`,
    );
    expect(textOf({ action: 'buy', isin: 'NEXT', partner: 'BOND', moved: 500_000 })).toMatch(
      /^Davon kommen 5\.000,00\u00a0€ aus BOND innerhalb der Peergroup bonds\. Das spart 30,00/,
    );
    // A cluster is said before that.
    expect(textOf({ partner: 'NEXT', hints: [found('H13', 'BOND')] })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup bonds. In diesem einen Fonds steckt zu viel des Vermögens. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%).',
    );
    // Neither a dearer fund nor one at the same cost saves anything.
    expect(textOf({ isin: 'NEXT', partner: 'BOND' })).toBe(
      `Wechsel zu BOND innerhalb der Peergroup bonds. ${heavy}`,
    );
    expect(textOf({ partner: 'EQTY' })).toBe(`Wechsel zu EQTY innerhalb der Peergroup bonds. ${heavy}`);
    // A better rank is a reason, too.
    expect(textOf({ partner: 'FINE' })).toBe(
      'Wechsel zu FINE innerhalb der Peergroup bonds. Der neue Fonds hat Rang 5 statt 4.',
    );
    expect(textOf({ isin: 'FINE', action: 'buy', partner: 'BOND' })).toContain('Rang 5 statt 4');
    expect(textOf({ partner: 'NEXT', group: -1 })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup ohne Zuordnung. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%).',
    );
    // Of a fund that nobody knows the costs of nothing is told.
    expect(textOf({ isin: 'WHAT', partner: 'BOND' })).not.toContain('spart');
    expect(textOf({ partner: 'WHAT' })).not.toContain('spart');
  });

  it('of a switch names euros a year and the day its fees are earned back, never what rounds to nothing', () => {
    // 10,000 euros at 0.6 points: 60 euros a year; two fees of 12 euros are earned in 146 days, on day 246.
    expect(textOf({ partner: 'NEXT', fee: 12 })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup bonds. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%); die Gebühren von 24,00\u00a0€ sind am 04.09.1970 verdient.',
    );
    expect(textOf({ partner: 'NEXT', amount: 16_000 })).not.toContain('spart');
    expect(textOf({ partner: 'NEXT', amount: 1_000_000_000 })).toContain('60.000,00\u00a0€');
    expect(textOf({ partner: 'NEAR', amount: 1_000_000_000 })).not.toContain('spart');
  });

  it('of a sale is what the check found about the fund, the weightiest first', () => {
    const sentence = (...codes: HintCode[]) => textOf({ hints: codes.map((code) => found(code, 'BOND')) });
    expect(sentence('H07')).toBe('Der Fonds ist geschlossen.');
    expect(sentence('H18')).toBe('Der Fonds passt nicht zur festgehaltenen Nachhaltigkeitspräferenz.');
    expect(sentence('H06')).toBe('Der Fonds gehört nicht zur Auswahl des Tarifs.');
    expect(sentence('H04')).toBe('Der Rang des Fonds liegt unter dem Mindestrang des Tarifs.');
    expect(sentence('H05')).toBe('Der Fonds hat keinen Rang; der Tarif verlangt einen.');
    expect(sentence('H19')).toBe(
      'Der Risikoindikator des Fonds liegt über der Grenze von Risikoklasse und Tarif.',
    );
    // Nobody sells because a price is old.
    expect(sentence('H14')).toContain('über ihrem Ziel');
    expect(sentence('H04', 'H06')).toBe('Der Fonds gehört nicht zur Auswahl des Tarifs.');
    expect(sentence('H12')).toContain('über ihrem Ziel');
    const closed = [found('H07', 'BOND')];
    expect(textOf({ hints: closed, partner: 'NEXT' })).toBe(
      'Der Fonds ist geschlossen. Ersetzt wird er durch NEXT.',
    );
    expect(textOf({ hints: closed, action: 'buy', held: 12 })).toContain('unter ihrem Ziel');
    expect(textOf({ hints: closed, action: 'buy', isin: 'NEXT', partner: 'BOND' })).toBe(
      'Ersetzt BOND in der Peergroup bonds. Das spart 60,00\u00a0€ im Jahr (0,6\u00a0%).',
    );
    expect(textOf({ hints: [found('H07', 'EQTY')] })).toContain('über ihrem Ziel');
  });
});

describe('the hints an order serves', () => {
  it('are those about its fund, its group and the risk, each once and sorted', () => {
    const hints = [
      found('H10', 'bonds'),
      found('H09', 'equity'),
      found('H07', 'BOND'),
      found('H04', 'EQTY'),
      found('H12', 'BOND'),
      found('H07', 'BOND'),
      found('H01', 'portfolio'),
      found('H19', 'portfolio'),
      found('H15', 'savingsPlan'),
      found('H13', 'bonds'),
    ];
    expect(hintsOf({ hints })).toEqual(['H01', 'H07', 'H10']);
    expect(hintsOf({ hints, partner: 'NEXT' })).toEqual(['H01', 'H07', 'H10', 'H12']);
    expect(hintsOf({ hints, isin: 'EQTY', group: 2 })).toEqual(['H01', 'H04', 'H09']);
    expect(hintsOf({ hints: [found('H08', 'bonds'), found('H09', 'bonds')] })).toEqual(['H08', 'H09']);
    expect(hintsOf({ hints: [found('H02', 'portfolio'), found('H03', 'portfolio')] })).toEqual([
      'H02',
      'H03',
    ]);
    expect(hintsOf({})).toEqual([]);
  });

  it('are none that no order mends, and cheaper funds only where one takes the place', () => {
    const hints = [found('H14', 'BOND'), found('H21', 'BOND'), found('H11', 'BOND'), found('H17', 'BOND')];
    expect(hintsOf({ hints })).toEqual(['H17']);
    expect(hintsOf({ hints, partner: 'NEXT' })).toEqual(['H11', 'H17']);
    expect(hintsOf({ hints, action: 'buy' })).toEqual(['H17']);
  });

  it('of a buy are the cash above the reserve as well', () => {
    const hints = [found('H20', 'portfolio'), found('H17', 'EQTY')];
    expect(hintsOf({ hints, action: 'buy' })).toEqual(['H20']);
    expect(hintsOf({ hints })).toEqual([]);
    expect(hintsOf({ action: 'buy' })).toEqual([]);
  });
});
