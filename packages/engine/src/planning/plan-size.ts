import type { PortfolioPlan } from './plan-portfolio.ts';

/** So much more turnover is as good as none. */
const atMostAsSmall = 1.05;

const turnoverOf = ({ orders }: PortfolioPlan): number =>
  orders.reduce((sum, { amount, fee }) => sum + amount + fee, 0);

/** Whether a plan takes more orders than another, or more turnover. */
export const isLarger = (a: PortfolioPlan, b: PortfolioPlan): boolean =>
  a.orders.length > b.orders.length || turnoverOf(a) > atMostAsSmall * turnoverOf(b);
