import type { TariffRows } from '@depotwerk/server/public';
/** Limits every demo tariff has: written with it, and what its contracts are checked against. */

export const tariffLimits: Readonly<Record<'portfolio' | 'savingsPlan', TariffRows['portfolioLimits']>> = {
  portfolio: {
    count: { min: 1, max: 20 },
    share: { min: 0.01, max: 1 },
    value: { min: 50, max: 10_000_000 },
  },
  savingsPlan: { count: { min: 1, max: 12 }, share: { min: 0.01, max: 1 }, value: { min: 10, max: 100_000 } },
};
