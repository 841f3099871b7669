import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import { expect, it } from 'vitest';
import { groupMessages } from './combination-message-list.tsx';

const message = (code: string, severity: 0 | 1 | 2, text: string): CombinationMessageAnswer => ({
  severity,
  code,
  title: `Titel ${code}`,
  text,
  subject: null,
  params: {},
  step: 'allocation',
});

it('puts the worst first and what says the same together, losing none', () => {
  const messages = [
    message('TA18', 0, 'Klasse 1'),
    message('TA02', 2, 'Klasse 3'),
    message('TA18', 0, 'Klasse 2'),
    message('TA02', 1, 'Klasse 4'),
  ];
  const groups = groupMessages(messages);
  expect(groups.map(({ first }) => [first.code, first.severity])).toEqual([
    ['TA02', 2],
    ['TA02', 1],
    ['TA18', 0],
  ]);
  expect(groups.flatMap((group) => group.messages)).toHaveLength(messages.length);
});
