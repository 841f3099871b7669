// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { LifeCycleCard } from './life-cycle-card.tsx';

speaksGerman();

const steps = [{ yearsBeforeEnd: 1, highestRiskClassId: 2 }];
const step = { from: '2031-02-28', highestRiskClassId: 2 };

/** What stands at "Zurzeit" and "Nächste Stufe" on a day. */
function said(today: string, current: typeof step | null, next: typeof step | null): string[] {
  const { target } = renderForTest(
    <LifeCycleCard lifeCycle={{ steps, endDate: '2032-02-29', today, current, next }} classCount={5} />,
  );
  return [...target.querySelectorAll('dd')].slice(0, 2).map(({ textContent }) => textContent);
}

it('says that there is no step yet, and none to come, instead of that nobody has stated it', () => {
  expect(said('2030-01-01', null, step)).toEqual(['keine Stufe', 'höchstens Risikoklasse 2 (ab 28.02.2031)']);
  expect(said('2031-06-01', step, null)).toEqual([
    'höchstens Risikoklasse 2 (ab 28.02.2031)',
    'keine weitere',
  ]);
});
