import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { validContent, validHybrid } from '@depotwerk/domain/tariff/fixtures/valid-drafts';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import type { TariffReportSource, VersionSource } from '../src/areas/reports/report/tariff-source.ts';

/** Versions of a tariff for reports: one with components and overlapping bands, what it was before, and a hybrid one. */

const version = (versionNumber: number, state: TariffVersion['state']): TariffVersion => ({
  id: `0b000000-0000-4000-8000-${String(versionNumber).padStart(12, '0')}`,
  versionNumber,
  state,
  validFrom: state === 'published' ? '2026-10-01' : null,
  validTo: null,
  comment: 'Bänder <b> #1 & mehr',
  lastEditedBy: 'Jürgen Weiß',
  submittedBy: null,
  submittedAt: null,
  approvedBy: state === 'published' ? 'Petra Böhm' : null,
  approvedAt: state === 'published' ? '2026-09-20T08:00:00.000Z' : null,
  publishedAt: null,
  mayApprove: false,
  createdAt: '2026-09-01T08:00:00.000Z',
  updatedAt: '2026-09-18T08:00:00.000Z',
});

const answers = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [String(index + 1), 2]));
const tariff = {
  ...validContent.tariff,
  optimizationHints: answers,
  optimizationHintsExpert: answers,
  gainNoteLimit: 1234.5,
};
const components = validContent.components;

const earlier: TariffContent = { tariff, components };
const later: TariffContent = {
  tariff: { ...tariff, description: 'Neu gefasst', maxSecuritiesPortfolio: 17 },
  components: components && {
    ...components,
    risk: { ...components.risk, tariffRiskItemsTargets: [3.5, 5, 14], tariffRiskItemsRanges: [2, 2.5, 3] },
  },
};

const source = (current: VersionSource): TariffReportSource => ({
  current,
  before: null,
  performance: null,
  ratings: [],
  names: (kind, id) => `${kind} Nr. ${id}`,
  groups: new Map([
    [21, { id: 21, name: 'Aktien Welt', colour: '#0f5566' }],
    [22, { id: 22, name: 'Renten Euro', colour: '#0f5566' }],
    [23, { id: 23, name: 'Geldmarkt', colour: '' }],
  ]),
  funds: new Map([
    [11, { id: 11, isin: 'DE000A0F5UF5', name: 'Globalis Aktien Welt', peergroupId: 21, ongoingFee: 0.0115 }],
    [12, { id: 12, isin: 'DE0005933931', name: 'Stetig Renten', peergroupId: null, ongoingFee: null }],
  ]),
});

const before: VersionSource = { version: version(1, 'published'), content: earlier };
export const reportTariff = source({ version: version(2, 'draft'), content: later });
export const reportTariffVersions = { ...reportTariff, before };
/** Both sides the same. */
export const reportEqualVersions = { ...source(before), before };
export const reportHybridTariff = source({
  version: version(1, 'published'),
  content: {
    tariff: { ...validHybrid, optimizationHints: answers, optimizationHintsExpert: {} },
    components: null,
  },
});

/** Contracts of the tariff beside its target, explained; a year, two months drawn. */
export const reportTariffPerformance: TariffPerformance = {
  state: 'done',
  jobId: null,
  computedAt: '2026-11-21T06:00:00.000Z',
  contractCount: 1234,
  contracts: { counted: 1230, unknownHistory: 3, withoutClass: 1, unexplained: 2 },
  performance: {
    from: '2025-11-30',
    to: '2026-11-20',
    timeWeighted: 0.0512,
    timeWeightedYearly: null,
    moneyWeighted: 0.0478,
  },
  target: { timeWeighted: 0.0634, timeWeightedYearly: null, moneyWeighted: 0.06 },
  targetUnknownIn: null,
  comparison: {
    timeWeighted: 0.0634,
    moneyWeighted: 0.06,
    difference: -0.0122,
    allocation: -0.004,
    selection: -0.003,
    fundCosts: -0.001,
    contractCosts: -0.0042,
    other: 0,
    groups: [
      {
        peergroupId: 21,
        name: 'Aktien Welt',
        weight: 0.55,
        targetWeight: 0.6,
        allocation: -0.003,
        selection: -0.002,
        fundCosts: -0.0005,
      },
      {
        peergroupId: null,
        name: null,
        weight: 0.45,
        targetWeight: 0.4,
        allocation: -0.001,
        selection: -0.001,
        fundCosts: -0.0005,
      },
    ],
  },
  months: [
    { day: '2025-11-30', contracts: 100, target: 100 },
    { day: '2026-11-20', contracts: 105.12, target: 106.34 },
  ],
};
