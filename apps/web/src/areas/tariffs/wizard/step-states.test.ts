import { expect, it } from 'vitest';
import { reachableSteps, stepStates } from './step-states.ts';

const steps = ['product-type', 'info', 'components', 'summary'];
const wrong = (step: string) => ({ step, path: 'x', text: 'Fehlt' });
const progress = {
  steps,
  current: 'info',
  findings: [wrong('info'), wrong('components')],
  isNew: true,
  visited: new Set(['product-type', 'info']),
};

it('opens a step of a new object once all earlier ones are right', () => {
  expect(reachableSteps(progress)).toEqual(['product-type', 'info']);
  expect(reachableSteps({ ...progress, findings: [wrong('components')] })).toEqual([
    'product-type',
    'info',
    'components',
  ]);
  expect(reachableSteps({ ...progress, findings: [] })).toEqual(steps);
});

it('lets one walk freely through an existing object', () => {
  expect(reachableSteps({ ...progress, isNew: false })).toEqual(steps);
  expect(stepStates({ ...progress, isNew: false, visited: new Set() })).toEqual(
    new Map([
      ['product-type', 'done'],
      ['info', 'current'],
      ['components', 'invalid'],
      ['summary', 'done'],
    ]),
  );
});

it('marks steps of a new object', () => {
  expect(stepStates(progress)).toEqual(
    new Map([
      ['product-type', 'done'],
      ['info', 'current'],
      ['components', 'locked'],
      ['summary', 'locked'],
    ]),
  );
  const back = { ...progress, current: 'product-type', findings: [wrong('info')] };
  expect(stepStates(back).get('info')).toBe('invalid');
});

it('takes the steps before the one somebody comes back to for seen', () => {
  const returned = { ...progress, current: 'components', findings: [], visited: new Set(['components']) };
  expect([...stepStates(returned).values()]).toEqual(['done', 'done', 'current', 'open']);
});
