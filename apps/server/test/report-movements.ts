import type { SavingsPlanSource } from '../src/areas/reports/report/build-savings-plan-overview.ts';
import type { buildTransactions } from '../src/areas/reports/report/build-transactions.ts';

type MovedFunds = Parameters<typeof buildTransactions>[1];

const movement = (number: number, more: Partial<MovedFunds[number]['movements'][number]>) => ({
  id: `0b000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  kind: 'purchase' as const,
  day: '2026-02-01',
  acquiredDay: null,
  quantity: 10.5,
  factor: null,
  amount: 431.03,
  source: 'order' as const,
  ...more,
});

/** Movements of every kind, some without units or euros; one is of the year before. */
export const reportMovements: MovedFunds = [
  {
    fundId: 1,
    isin: 'DE0000000001',
    name: 'Globalis Aktien Welt',
    held: 124,
    movements: [
      movement(1, { day: '2025-12-31', amount: 100, quantity: 4 }),
      movement(2, {}),
      movement(3, { day: '2026-05-04', amount: null, source: 'book' }),
      movement(4, { day: '2026-06-01', kind: 'split', quantity: null, factor: 2, amount: null }),
    ],
  },
  {
    fundId: 2,
    isin: 'DE0000000002',
    name: 'Stetig Renten Euro',
    held: 50,
    movements: [
      movement(5, { day: '2026-03-01', kind: 'sale', quantity: 2, amount: 84.5 }),
      movement(6, { kind: 'transferIn', acquiredDay: '2019-04-05', amount: null, source: 'hand' }),
    ],
  },
];

/** The savings plan of the reports' contract in a tariff that aims at a third group beside. */
export const reportSaved: SavingsPlanSource = {
  tariffMinimum: 25,
  funds: [
    { fundId: 1, groupName: 'Aktien Welt', minimum: 200 },
    { fundId: 2, groupName: 'Renten Euro', minimum: null },
  ],
  target: new Map([
    ['Aktien Welt', 0.6],
    ['Renten Euro', 0.3],
    ['Geldmarkt', 0.1],
  ]),
};
