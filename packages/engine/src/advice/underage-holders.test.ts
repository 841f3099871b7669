import { expect, it } from 'vitest';
import { anInput, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';
import { planAdvice } from './plan-advice.ts';
import { recommendedAdvice } from './recommended-advice.ts';

const suitabilityOf = (input = anInput(), orders: OrderEdit[] = []) =>
  editAdvice(input, {}, { orders, savingsPlan: null }).plan?.checks.find(
    ({ checkKey }) => checkKey === 'suitability',
  );

it('a plan warns that representatives decide for holders who are underage, with and without orders', () => {
  const one = anInput({ underageHolders: { count: 1, until: '2031-05-14' } });
  expect(suitabilityOf(one)).toEqual({
    checkKey: 'suitability',
    result: 'warning',
    text: 'Ein Vertragsinhaber wird erst am 14.05.2031 volljährig; bis dahin entscheiden und unterschreiben seine gesetzlichen Vertreter, deren Befugnis hier nicht geprüft wird.',
  });
  expect(suitabilityOf(one, [order('sell', 2, 400), order('buy', 3, null, 3985)])?.text).toContain(
    'erst am 14.05.2031 volljährig',
  );
  expect(suitabilityOf(anInput({ underageHolders: { count: 2, until: '2031-05-14' } }))?.text).toBe(
    '2 Vertragsinhaber sind minderjährig, der letzte wird am 14.05.2031 volljährig; bis dahin entscheiden und unterschreiben ihre gesetzlichen Vertreter, deren Befugnis hier nicht geprüft wird.',
  );
  expect(suitabilityOf(anInput())?.result).toBe('ok');
});

it('the recommendation says it too, where the checks of a plan are not shown', () => {
  const input = anInput({ underageHolders: { count: 1, until: '2031-05-14' } });
  expect(recommendedAdvice(planAdvice(input, {}))?.sentence).toContain('erst am 14.05.2031 volljährig');
});

it('the recommendation says it also where there is no valid profile: with them it is recorded', () => {
  const input = anInput({ riskAssessment: null, underageHolders: { count: 1, until: '2031-05-14' } });
  const sentence = recommendedAdvice(planAdvice(input, {}))?.sentence;
  expect(sentence).toContain('Es liegt kein gültiges Risikoprofil vor');
  expect(sentence).toContain('erst am 14.05.2031 volljährig');
});
