import { expect, it } from 'vitest';
import { lapseOf } from '../continuous-optimization/continuous-plan.ts';
import { hasEnded } from './has-ended.ts';

it('a contract has ended on its last day, and no run plans it any more from then on', () => {
  const days = [null, '2026-11-28', '2026-11-29', '2026-11-30'];
  expect(days.map((day) => hasEnded(day, '2026-11-29'))).toEqual([false, true, true, false]);
  expect(days.map((endDate) => lapseOf({ endDate, tariffId: 'a' }, ['a'], '2026-11-29') === 'ended')).toEqual(
    [false, true, true, false],
  );
});
