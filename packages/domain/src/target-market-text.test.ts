import { describe, expect, it } from 'vitest';
import { targetMarketLines } from './target-market-text.ts';

const textsOf = (targetMarket: Readonly<Record<string, string>>, years: number | null = null) =>
  new Map(
    targetMarketLines({ mifidR: 'Y', mifidP: 'P', targetMarket, recommendedHoldingYears: years }).map(
      ({ key, value }) => [key, value],
    ),
  );

describe('the lines of a target market', () => {
  it('say what the manufacturer says, and that he says nothing', () => {
    const texts = textsOf(
      {
        basicInvestor: 'N',
        informedInvestor: 'neutral',
        investmentAdvice: 'r',
        notForLowestRiskTolerance: 'Y',
      },
      1,
    );
    expect(texts.get('mifidR')).toBe('Ja');
    expect(texts.get('mifidP')).toBe('Nur professionelle Kunden kraft Gesetzes');
    expect(texts.get('basicInvestor')).toBe('Nein (negativer Zielmarkt)');
    expect(texts.get('informedInvestor')).toBe('Neutral');
    expect(texts.get('advancedInvestor')).toBe('Keine Angabe');
    expect(texts.get('investmentAdvice')).toBe('An Privatkunden');
    expect(texts.get('notForLowestRiskTolerance')).toBe('Ja (negativer Zielmarkt)');
    expect(texts.get('holdingYears')).toBe('1 Jahr');
  });

  it('show a field of a later template by its name, and an unknown code as it is', () => {
    expect(textsOf({ newField: 'X' }).get('newField')).toBe('X');
    expect(textsOf({ investmentAdvice: 'N' }).get('investmentAdvice')).toBe('Nicht vorgesehen');
  });
});
