import type { authenticatedUser } from '@depotwerk/api/auth/auth';
import type { contractListItem, contractStats } from '@depotwerk/api/contracts/contracts';
import type * as z from 'zod/mini';

const lastNames = ['Müller', 'Schröder', 'Groß', 'Ängström', 'von der Heydt-Westerhausen', 'Öztürk'] as const;
const firstNames = ['Özlem', 'Björn', 'Anna', 'Karl-Friedrich', 'Dörte'] as const;
const tariffs = ['Fondsrente Klassik', 'ETF-Sparplan 50', 'Basisrente Plus mit Beitragsgarantie'] as const;

function guid(letter: string, index: number): string {
  return `${letter.repeat(8)}-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function pick<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}

/** Contract of the measured list; the same index gives the same row. */
export function exampleContract(index: number): z.infer<typeof contractListItem> {
  const bandStatus = pick(['below', 'in', 'above'] as const, index);
  return {
    id: guid('c', index),
    externalKey: `V-${100_000 + index}`,
    externalConsumerKey: null,
    customer: { id: guid('d', index), firstName: pick(firstNames, index), lastName: pick(lastNames, index) },
    groupName: 'Vertrieb Süd',
    tariff: { id: guid('e', index % 3), name: pick(tariffs, index), tariffTypeId: 1 },
    insurer: { id: 1, insurerName: 'Rheinische Vorsorge Lebensversicherung AG' },
    startDate: '2014-03-01',
    endDate: null,
    useETF: index % 3 === 0,
    isLinked: true,
    hasPendingChanges: false,
    contractScore: { value: index % 101, stars: Math.round((index % 101) / 10) / 2, level: 'fair' },
    risk: {
      riskClassId: 4,
      riskClassCount: 7,
      riskTypeId: 1,
      useQuota: false,
      riskValue: 5 + (index % 150) / 10,
      bandLow: 8,
      bandHigh: 13,
      status: bandStatus,
    },
    hints: { count: index % 5, highestSeverity: index % 5 === 0 ? null : pick([0, 1, 2] as const, index) },
    totalValue: (index * 7919) % 300_000,
    cashValue: (index * 7919) % 300_000,
    lastCheck: '2026-03-14T08:12:00.000Z',
    lastCheckedBy: 'Maria Weber',
    lastConsultation: '2025-06-01',
    tags: [],
  };
}

/** Key figures above the measured list. */
export function exampleStats(contractCount: number): z.infer<typeof contractStats> {
  return {
    contractCount,
    customerCount: contractCount,
    totalCashValue: 1.24e9,
    totalValue: 1.24e9,
    withHintsCount: 100,
    riskOutOfBandCount: 100,
    pendingChangesCount: 0,
    notCheckedCount: 100,
    averageScore: 71,
    byTariff: [],
    byInsurer: [],
    byRiskClass: [],
    calculatedAt: '2026-11-20T09:42:00.000Z',
  };
}

/** Who looks at the measured list. */
export const exampleUser: z.infer<typeof authenticatedUser> = {
  id: guid('a', 1),
  userName: 'berater@demo.example',
  fullName: 'Maria Weber',
  company: null,
  phoneNumber: null,
  roleId: guid('a', 2),
  roleName: 'Berater',
  permissions: ['contracts.view', 'contracts.check', 'contracts.export', 'customers.view'],
  groups: [],
  tenantId: guid('a', 3),
  clientConfig: {
    canViewTariffs: false,
    canViewAdmin: false,
    canExecuteOptimization: false,
    canManageCredentials: false,
    canExport: true,
    canBulk: false,
    requireSecondFactor: false,
    startPage: '/contracts',
  },
  lastLogin: null,
  mustChangePassword: false,
};
