import { describe, expect, it } from 'vitest';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import type { AdviceInput } from './advice-input.ts';
import { planAdvice } from './plan-advice.ts';
import { judgedByPlan, keptAdvice, recommendedAdvice } from './recommended-advice.ts';

const recommended = (rest: Partial<AdviceInput> = {}) => recommendedAdvice(planAdvice(anInput(rest), {}));
const expired = { riskClassId: 2, validUntil: '1970-01-02', suggestedRiskClassId: null };
/** Nothing is wrong: on target, and savings as wanted. */
const calm = {
  contract: {
    ...anInput().contract,
    savingsPlan: {
      rate: 100,
      entries: [30, 30, 40].map((percent, k) => ({ isin: isins[k] ?? '', percent })),
    },
  },
};
const faulty = {
  contract: { ...calm.contract, positions: [position(isins[0], 8000), position(isins[2], 2000)] },
};

describe('what is recommended', () => {
  it.each([
    ['nothing wrong', calm],
    ['a fault', faulty],
    ['an ended profile', { ...faulty, riskAssessment: expired }],
    ['no profile', { ...calm, riskAssessment: null }],
    ['nothing may be bought', { ...faulty, lockedIsins: [...isins] }],
  ])('is word for word the one among all four, worked out alone: %s', (_name, rest) => {
    const input = anInput(rest);
    expect(recommendedAdvice(planAdvice(input, {}, 'recommended'))).toEqual(recommended(rest));
  });

  it('names first that somebody who holds the contract has no valid profile', () => {
    expect(recommended({ ...faulty, holdersWithoutProfile: 1 })?.sentence).toMatch(
      /^Von einem weiteren Vertragsinhaber liegt kein gültiges Risikoprofil vor;/,
    );
    expect(recommended({ ...faulty, holdersWithoutProfile: 2 })?.sentence).toContain(
      'Von 2 weiteren Vertragsinhabern',
    );
  });

  it('is to do nothing only while the risk profile is valid', () => {
    expect(recommended(calm)).toMatchObject({
      isNeeded: false,
      sentence:
        'Kein Handlungsbedarf: Das Risiko liegt im Band, und die Prüfung findet keine Warnung und keinen Fehler.',
    });
    const nothingWrong =
      'Am Portfolio ist nichts zu ändern: Das Risiko liegt im Band, und die Prüfung findet keine Warnung und keinen Fehler.';
    expect(recommended({ ...calm, riskAssessment: expired })).toMatchObject({
      mode: 'keepPortfolio',
      isNeeded: true,
      isSuitable: false,
      sentence: `Das Risikoprofil ist seit dem 02.01.1970 abgelaufen; vor einer Empfehlung ist es zu erneuern. ${nothingWrong}`,
    });
    expect(recommended({ ...calm, riskAssessment: null })).toMatchObject({
      isNeeded: true,
      sentence: `Es liegt kein gültiges Risikoprofil vor; vor einer Empfehlung ist es zu erheben. ${nothingWrong}`,
    });
  });

  it('says what is to be discussed although nothing is to be changed, where the checks of the plan warn of it', () => {
    const client = {
      knowledge: 'informed',
      hasLowestRisk: false,
      horizonYears: 9,
      lossCapacity: 'none',
    } as const;
    const [advice] = [recommended({ ...calm, client })];
    expect(advice).toMatchObject({ mode: 'keepPortfolio', isNeeded: false, isSuitable: true });
    expect(advice?.sentence).toMatch(
      /^Am Portfolio ist nichts zu ändern: .* keinen Fehler\. Zu besprechen bleibt: Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote beträgt \d+,\d\u00a0%\.$/,
    );
    const higher = { ...anInput().riskAssessment!, riskClassId: 3 };
    expect(recommended({ ...faulty, riskAssessment: higher })?.sentence).toMatch(
      /^Der kleinste Eingriff.* Zu besprechen bleibt: Die gewählte Risikoklasse 2 liegt unter der Klasse 3 des Risikoprofils\.$/,
    );
    // Without a profile it is renewed first.
    expect(recommended({ ...calm, client, riskAssessment: null })?.sentence).not.toContain('besprechen');
  });

  it('is judged by the checks of the plan it was kept with only where it does not say itself whether it suits', () => {
    const advice = keptAdvice(planAdvice(anInput(faulty), {}))!;
    const plan = (result: string) => ({
      checks: [
        { checkKey: 'suitability', result: 'ok' },
        { checkKey: 'minimums', result },
      ],
    });
    expect('isSuitable' in advice).toBe(false);
    expect(judgedByPlan(advice, plan('blocked')).isSuitable).toBe(false);
    expect(judgedByPlan(advice, plan('warning')).isSuitable).toBe(true);
    // The plan may be another proposal than the recommended one, or changed by hand.
    expect(judgedByPlan({ ...advice, isSuitable: true }, plan('blocked')).isSuitable).toBe(true);
    expect(judgedByPlan({ ...advice, isSuitable: false }, plan('ok')).isSuitable).toBe(false);
  });

  it('says first that the risk profile is to be renewed, then what to trade', () => {
    const { sentence, isSuitable } = recommended(faulty) ?? {};
    expect(isSuitable).toBe(true);
    expect(sentence).toMatch(/^Der kleinste Eingriff, der hilft: /);
    expect(recommended({ ...faulty, riskAssessment: expired })?.sentence).toBe(
      `Das Risikoprofil ist seit dem 02.01.1970 abgelaufen; vor einer Empfehlung ist es zu erneuern. ${sentence}`,
    );
  });

  it('may be carried out where the cost cap forbids what would be done without it: less is mended, and the cap is named', () => {
    const given = anInput(faulty);
    const heldBefore = faulty.contract.positions.map(({ isin }) => isin);
    // Only what is bought costs anything: the plan raises the costs of the funds held above the cap.
    const funds = given.funds.map((one) => ({
      ...one,
      ter: heldBefore.includes(one.isin) ? 0 : 0.02,
    }));
    const advice = (costCap?: number) =>
      recommendedAdvice(planAdvice({ ...given, funds, tariff: { ...given.tariff, costCap } }, {}));
    expect(advice()).toMatchObject({ isSuitable: true });
    expect(advice()?.orderCount).toBeGreaterThan(0);
    const capped = advice(0.0001);
    expect(capped).toMatchObject({ isNeeded: true, isSuitable: true, orderCount: 0 });
    expect(capped?.sentence).toContain('Kostengrenze des Tarifs');
  });

  it('says first which prices are too old for the orders, and that their amounts are not certain', () => {
    const old = { contract: { ...faulty.contract } };
    old.contract.positions = faulty.contract.positions.map((one, k) =>
      k === 0 ? { ...one, priceDay: 50 } : one,
    );
    const proposals = planAdvice(anInput(old), {});
    expect(recommendedAdvice(proposals)?.sentence).toMatch(
      /^Der Kurs von Fonds 1 ist 50 Tage alt; vor den Aufträgen ist er zu aktualisieren\. Der kleinste Eingriff/,
    );
    const early = { contract: { ...faulty.contract } };
    early.contract.positions = faulty.contract.positions.map((one) => ({ ...one, priceDay: 150 }));
    const soon = planAdvice(anInput(early), {});
    expect(recommendedAdvice(soon)?.sentence).toMatch(
      /^Der Kurs von Fonds 1 trägt ein Datum in der Zukunft; vor den Aufträgen ist er zu aktualisieren\. /,
    );
    const saidOf = soon.find(({ mode }) => mode === 'full')?.checks;
    expect(saidOf?.find(({ checkKey }) => checkKey === 'minimums')?.text).toContain(
      'Die Kurse von Fonds 1 und Fonds 3 tragen ein Datum in der Zukunft; die Beträge der Aufträge stehen deshalb nicht fest.',
    );
    const textsOf = (mode: string) =>
      proposals.find((one) => one.mode === mode)?.checks.find(({ checkKey }) => checkKey === 'minimums');
    expect(textsOf('full')).toEqual({
      checkKey: 'minimums',
      result: 'warning',
      text: 'Der Kurs von Fonds 1 ist 50 Tage alt; der Betrag des Auftrags steht deshalb nicht fest.',
    });
    expect(textsOf('savingsPlanOnly')?.result).toBe('ok');
  });

  it('says so of what is bought anew too: its units are counted by that price', () => {
    const rest = anInput({ contract: faulty.contract });
    const held = new Set(rest.contract.positions.map(({ isin }) => isin));
    const funds = rest.funds.map((fund) =>
      held.has(fund.isin) ? fund : { ...fund, priceDate: '1950-01-01' },
    );
    const proposals = planAdvice({ ...rest, funds }, {});
    const full = proposals.find(({ mode }) => mode === 'full');
    const check = full?.checks.find(({ checkKey }) => checkKey === 'minimums');
    expect(check?.result).toBe('warning');
    expect(check?.text).toMatch(
      /^(Der Kurs von .+ ist|Die Kurse von .+ und .+ sind) 7\.405 Tage alt; (der Betrag des Auftrags steht|die Beträge der Aufträge stehen) deshalb nicht fest\./,
    );
    expect(recommendedAdvice(proposals)?.sentence).toMatch(
      /^(Der Kurs|Die Kurse) von .+ 7\.405 Tage alt; vor den Aufträgen (ist er|sind sie) zu aktualisieren\. /,
    );
  });

  it('claims nothing of funds that are bought where none is', () => {
    const textsOf = (rest: Partial<AdviceInput>) => {
      const proposal = planAdvice(anInput(rest), {}).find(({ isRecommended }) => isRecommended);
      return proposal?.checks
        .filter(({ checkKey }) => ['targetMarket', 'universe', 'bib'].includes(checkKey))
        .map(({ text }) => text);
    };
    expect(textsOf(calm)).toEqual(Array(3).fill('Es wird kein Fonds gekauft.'));
    expect(textsOf(faulty)).toEqual([
      'Das Risikoprofil liegt im Zielmarkt der gekauften Fonds.',
      'Alle gekauften Fonds gehören zur Auswahl des Tarifs.',
      'Für alle gekauften Fonds liegt ein Basisinformationsblatt vor.',
    ]);
    expect(textsOf({ ...faulty, riskAssessment: null })?.[0]).toBe(
      'Es liegt kein Risikoprofil vor; ob der Kunde im Zielmarkt der gekauften Fonds liegt, ist nicht bekannt.',
    );
    expect(textsOf({ ...calm, riskAssessment: null })?.[0]).toBe('Es wird kein Fonds gekauft.');
  });

  it('is the smallest intervention where only a limit of the tariff is broken or an excluded fund is held', () => {
    const own = anInput(calm);
    const count = { min: null, max: 2 };
    const limits = { ...own.tariff.portfolioLimits, count };
    const crowded = { ...own, tariff: { ...own.tariff, portfolioLimits: limits } };
    const stuck = recommendedAdvice(planAdvice(crowded, {}));
    expect(stuck?.isNeeded).toBe(true);
    expect(stuck?.sentence).toMatch(/^Das Portfolio hat 3 Wertpapiere, der Tarif erlaubt höchstens 2\. /);

    const held = own.funds.find(({ isin }) => isin === isins[2]);
    const asked = planAdvice(own, { excludedFundIds: [held?.fundId ?? 0] });
    const advice = recommendedAdvice(asked);
    expect(advice).toMatchObject({ mode: 'necessary', isNeeded: true });
    expect(advice?.orderCount).toBeGreaterThan(0);
    expect(advice?.sentence).toBe(
      'Fonds 3 ist ausgeschlossen und liegt noch im Portfolio. Fonds 3 ist ausgeschlossen und wird noch bespart. ' +
        'Der kleinste Eingriff, der hilft: Ausgeschlossenes wird verkauft, der Sparplan hält die Vorgaben ein, ein Hinweis entfällt; alles andere bleibt, wie es ist.',
    );
    const plan = asked.find(({ mode }) => mode === 'necessary');
    expect([plan?.before.hints.length, plan?.after.hints.length]).toEqual([1, 0]);
  });

  it('names the minimum rate where no fund takes the rate of a savings plan', () => {
    const entries = [{ isin: isins[0], percent: 100 }];
    const saving = (rate: number) =>
      planAdvice(
        anInput(
          { contract: { ...anInput().contract, savingsPlan: { rate, entries } } },
          isins.map(() => ({ savingsMinimum: 25 })),
        ),
        {},
      );
    const text =
      'Die Rate von 10,00\u00a0€ liegt unter der Mindestrate jedes Fonds, der in Frage kommt; sie geht deshalb ganz in Fonds 3 (Mindestrate 25,00\u00a0€).';
    const changed = saving(10).filter(({ savingsPlanChanges }) => savingsPlanChanges.length > 0);
    expect(changed.length).toBeGreaterThan(0);
    for (const { messages, checks } of changed) {
      expect(messages.map((message) => message.text)).toContain(text);
      expect(checks.find(({ checkKey }) => checkKey === 'minimums')).toEqual({
        checkKey: 'minimums',
        result: 'warning',
        text: 'Die Sparrate von 10,00\u00a0€ in Fonds 3 liegt unter dem Mindestbetrag von 25,00\u00a0€.',
      });
    }
    const large = saving(1000).flatMap(({ messages }) => messages.map((message) => message.text));
    expect(large.filter((said) => said.includes('Mindestrate jedes Fonds'))).toEqual([]);
  });
});
