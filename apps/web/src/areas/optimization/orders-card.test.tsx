// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import type { TraderExecution } from './optimization-types.ts';
import { OrdersCard } from './orders-card.tsx';

speaksGerman();

const execution: TraderExecution = {
  id: '1',
  plannedOptimizationId: '2',
  clientOrderId: '5f2dc000-0000-4000-8000-000000000000',
  state: 'sent',
  createdAt: '2026-03-02T09:00:00Z',
  sentAt: '2026-03-02T09:00:00Z',
  settledAt: null,
  orders: [
    {
      action: 'buy',
      isin: 'IE00BAE18689',
      name: 'Fonds A',
      fromIsin: null,
      fromName: null,
      quantity: 3,
      amount: 300,
    },
  ],
  savingsPlan: null,
  results: [],
  traderCode: null,
  traderMessage: null,
};

it('calls an order refused that the bank refused with all others, and open while the bank has not told of it', () => {
  const page = renderForTest(<OrdersCard executions={[execution]} />);
  const order = () => page.target.querySelector('li')?.textContent;
  expect(order()).toMatch(/Offen$/);
  page.rerender(<OrdersCard executions={[{ ...execution, state: 'refused', traderCode: 'X9' }]} />);
  expect(order()).toMatch(/Abgelehnt$/);
});
