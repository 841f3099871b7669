import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingText } from '@depotwerk/domain/finding-text';
import { hintText } from '@depotwerk/domain/hint-text';
import { recommendationText } from '@depotwerk/domain/recommendation-text';
import { targetMarketLines } from '@depotwerk/domain/target-market-text';
import { lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import { checkContract } from '@depotwerk/engine/check/check-contract';
import { prepareTariff } from '@depotwerk/engine/check/tariff-context';
import { adviceCase, adviceProfiles } from '@depotwerk/engine/fixtures/advice-case';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { liftsOf } from '@depotwerk/engine/planning/lifted-limits';
import { planOptimization } from '@depotwerk/engine/planning/plan-optimization';
import { expect, test } from 'vitest';
import { englishFigure } from '../apps/web/src/texts/english-figures.ts';
import { sayingWords } from '../apps/web/src/texts/saying-words.ts';

// Sentences as rules really put them together, in English: names are Latin letters and digits here, so what looks German is.

// Our own file, and only texts in it.
const english = JSON.parse(
  readFileSync(join(import.meta.dirname, '../apps/web/public/assets/i18n/en.json'), 'utf8'),
) as { words: Record<string, string> };
const say = sayingWords(english.words, englishFigure) ?? ((german: string) => german);

const looksGerman =
  /[äöüßÄÖÜ]|(?<!\p{L})(der|die|das|den|dem|und|oder|nicht|kein|keine|wird|werden|ist|sind|mit|von|auf|im|zu|zum|ein|eine|je|ab|bis|bleibt|bleiben|dazu|nur|Fonds|Wertpapiere?|Jahre?n?|Tagen?|Auftrag|Klasse|Verkauf|für|aus|mehr|weitere)(?!\p{L})|\d,\d\d?(?!\d)/u;

const surroundings = {
  nameOf: (isin: string) => `Nord ${isin}`,
  band: { low: 3, high: 9 },
  wantedSustainableShare: 0.2,
};

/** What of it comes out with German in it, each beside what it came from. */
const leftGerman = (texts: Iterable<string>) =>
  [...new Set(texts)].map((text) => [text, say(text)]).filter(([, text = '']) => looksGerman.test(text));

test('sentences of checks and plans', () => {
  const found = new Set<string>();
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= 25; seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const context = prepareTariff(tariff);
      for (const finding of checkContract(context, request.contract).hints) {
        const { title, text } = hintText(finding, { ...surroundings, isSaved: seed % 2 === 0 });
        for (const one of [title, text]) found.add(one);
      }
      const free = planOptimization(context, request);
      // A cap on costs that most proposals break.
      const capped = { ...request, costCap: 0.98 * Math.max(...free.map(({ after }) => after.ter)) };
      for (const { text } of liftsOf(capped)) found.add(text);
      for (const { reasons, limits, orders, recommendation } of [
        ...free,
        ...planOptimization(context, capped),
      ]) {
        if (recommendation) found.add(recommendation);
        for (const { text } of [...reasons, ...limits]) found.add(text);
        for (const { reason } of orders) found.add(reason);
      }
    }
  expect(found.size).toBeGreaterThan(300);
  expect(leftGerman(found)).toEqual([]);
});

test('sentences about findings, recommendations, life cycles and target markets', () => {
  const hint = (code: string, fundName: string) => ({
    code,
    title: 'Fonds geschlossen',
    text: `${fundName} ist geschlossen oder aufgelöst.`,
    fundNames: [fundName],
  });
  const some = ['Nord', 'Ost', 'West', 'Mitte'].map((name) => hint('H05', name));
  const findings = [
    findingText('fundClosed', some),
    findingText('fundClosed', some.slice(0, 3)),
    findingText('riskData', [{ ...hint('H03', 'Nord'), fundNames: [] }, ...some.slice(1)]),
    findingText('fundClosed', [hint('H05', 'Nord'), { ...hint('H06', 'Nord'), title: 'Kurs veraltet' }]),
  ].flatMap(({ title, text, action }) => [title, text, action]);
  const recommendations = [0, 1, 3].flatMap((orderCount) =>
    [true, false].flatMap((isSavingsPlanChanged) =>
      [-12.5, 0, 1234.5].flatMap((savedPerYear) => {
        const { title, text } = recommendationText({
          mode: 'necessary',
          isNeeded: true,
          sentence:
            'Der kleinste Eingriff, der hilft: ein Fehler wird behoben; alles andere bleibt, wie es ist.',
          orderCount,
          isSavingsPlanChanged,
          costsOnce: savedPerYear < 0 ? 0 : 12.5,
          savedPerYear,
          scoreBefore: 40,
          scoreAfter: 40 + orderCount,
        });
        return [title, text];
      }),
    ),
  );
  const steps = [5, 1].map((yearsBeforeEnd, k) => ({ yearsBeforeEnd, highestRiskClassId: 3 - k }));
  const markets = [1, 5, 2.5].flatMap((recommendedHoldingYears) =>
    targetMarketLines({
      mifidR: 'Y',
      mifidP: 'P',
      targetMarket: { investmentAdvice: 'B', notForLowestRiskTolerance: 'Y' },
      recommendedHoldingYears,
    }).flatMap(({ label, value }) => [label, value]),
  );
  const lifeCycle = lifeCycleText(steps) ?? '';
  expect(leftGerman([...findings, ...recommendations, ...markets, lifeCycle])).toEqual([]);
});
