import type { ContractStats } from '@depotwerk/api/contracts/contracts';
import { addMonths } from '@depotwerk/domain/add-months';
import { isSumKnown } from '@depotwerk/domain/contracts/known-costs';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { countContracts, readContractStats } from '../contracts/public.ts';
import { keptOfHouse } from './kept-of-house.ts';
import { type ContractFilter, contractsPath, type TileContent } from './tile-data.ts';

/** How many contracts and how much money: the figures above the contract list. */
export async function readBookVolume(services: Services, scope: Scope, today: string): Promise<TileContent> {
  const stats = await readContractStats(services, scope, {}, today);
  return {
    legend: [
      { label: 'Verträge', colour: 'brand', value: stats.contractCount, unit: 'count', path: '/contracts' },
      {
        label: 'Kunden mit Vertrag',
        colour: 'info',
        value: stats.customerCount,
        unit: 'count',
        path: null,
      },
      { ...volumeOf(stats), colour: 'ok', unit: 'money', path: null },
      { label: 'Fondsguthaben', colour: 'neutral', value: stats.totalCashValue, unit: 'money', path: null },
      { label: scoreLabel(stats), colour: 'warn', value: stats.averageScore, unit: 'score', path: null },
    ],
    // The customer list counts by other rights and without regard to contracts: it would show another number.
    markdown:
      '„Kunden mit Vertrag“ führt zu keiner Liste: Die Kundenliste zeigt auch Kunden ohne Vertrag und damit eine andere Zahl.',
  };
}

/** What the contracts are worth: of those nobody ever valued nothing is known. */
function volumeOf(stats: ContractStats): { label: string; value: number | null } {
  const { totalValue, contractCount, unvaluedCount = 0 } = stats;
  if (unvaluedCount === 0) return { label: 'Betreutes Vermögen', value: totalValue };
  const valued = formatNumber(contractCount - unvaluedCount);
  return {
    label: `Betreutes Vermögen (${valued} von ${formatNumber(contractCount)} Verträgen)`,
    value: isSumKnown(totalValue, false) ? totalValue : null,
  };
}

/** Of how many contracts the average is, where it is not of all. */
function scoreLabel({ scoredCount = 0, contractCount }: ContractStats): string {
  if (scoredCount === contractCount) return 'Mittlere Bewertung';
  return `Mittlere Bewertung (${formatNumber(scoredCount)} von ${formatNumber(contractCount)} Verträgen)`;
}

/** A number and the list it counts, from one filter. */
const counted = async (services: Services, scope: Scope, label: string, filter: ContractFilter) => ({
  label,
  value: await countContracts(services, scope, filter),
  path: contractsPath(filter),
});

const scoreSteps = [
  ['85 bis 100', 85, 100],
  ['70 bis 84', 70, 84],
  ['50 bis 69', 50, 69],
  ['25 bis 49', 25, 49],
  ['0 bis 24', 0, 24],
] as const;

/** What belongs to no step or class is said, so that the numbers of a tile are those of the whole book. */
const remark = (text: (count: string) => string, all: number, shown: readonly number[]): string | null => {
  const rest = all - shown.reduce((sum, value) => sum + value, 0);
  return rest > 0 ? text(formatNumber(rest)) : null;
};

/** Contracts by score; how many have none is said below. */
export async function readScoreDistribution(services: Services, scope: Scope): Promise<TileContent> {
  const [all, chartData] = await Promise.all([
    countContracts(services, scope, {}),
    Promise.all(
      scoreSteps.map(([label, scoreFrom, scoreTo]) =>
        counted(services, scope, label, { scoreFrom, scoreTo }),
      ),
    ),
  ]);
  return {
    chartConfig: { kind: 'bar', unit: 'count' },
    chartData,
    markdown: remark(
      (count) => `Ohne Bewertung: ${count}`,
      all,
      chartData.map(({ value }) => value),
    ),
  };
}

const riskClasses = [1, 2, 3, 4, 5, 6, 7] as const;

/** Contracts outside their band by risk class, of all in the class; how many have no class is said below. */
export async function readRiskDeviations(services: Services, scope: Scope): Promise<TileContent> {
  const total = await countContracts(services, scope, {});
  const rows = await Promise.all(
    riskClasses.map(async (riskClassId) => {
      const outside = { riskOutOfBand: true, riskClassId };
      const [all, deviating] = await Promise.all([
        countContracts(services, scope, { riskClassId }),
        countContracts(services, scope, outside),
      ]);
      return { cells: { name: `Klasse ${riskClassId}`, all, deviating }, path: contractsPath(outside) };
    }),
  );
  return {
    columns: [
      { key: 'name', label: 'Risikoklasse', cellKind: 'text' },
      { key: 'deviating', label: 'Außerhalb', cellKind: 'count' },
      { key: 'all', label: 'Verträge', cellKind: 'count' },
    ],
    rows: rows.filter(({ cells }) => cells.all > 0),
    markdown: remark(
      (count) => `Ohne Risikoklasse: ${count}`,
      total,
      rows.map(({ cells }) => cells.all),
    ),
  };
}

/** More bars than these are no picture. */
const shownHints = 10;

/** Contracts with an open hint, by kind of hint: what triggers count of the masks the list filters by. */
export async function readHintsByKind(services: Services, scope: Scope): Promise<TileContent> {
  const parameters = new Parameters();
  const rows = await services.database.read<{ hintId: number; label: string; value: number }>(scope, {
    sql: `select n.id as "hintId", h.optimization_hint_name as label, n.value
      from (select s.value as id, sum(s.contract_count)::int as value from contract_counts s
             where s.tenant_id = app_tenant_id() and s.measure = 'hint' and ${keptOfHouse(scope, parameters)} group by 1) n
        join optimization_hints h on h.id = n.id
       where n.value > 0 order by n.value desc, n.id limit ${shownHints}`,
    parameters: parameters.values,
  });
  return {
    chartConfig: { kind: 'bar', unit: 'count' },
    chartData: rows.map(({ hintId, label, value }) => ({ label, value, path: contractsPath({ hintId }) })),
  };
}

/** Contracts nobody has looked over since a day, or ever. */
export async function readUncheckedContracts(
  services: Services,
  scope: Scope,
  today: string,
): Promise<TileContent> {
  const steps = [
    ['Vor über einem halben Jahr oder nie geprüft', 6, 'info'],
    ['Vor über einem Jahr oder nie geprüft', 12, 'warn'],
    ['Vor über zwei Jahren oder nie geprüft', 24, 'bad'],
  ] as const;
  return {
    legend: await Promise.all(
      steps.map(async ([label, months, colour]) => ({
        ...(await counted(services, scope, label, { lastCheckBefore: addMonths(today, -months) })),
        colour,
        unit: 'count' as const,
      })),
    ),
  };
}

const shownFunds = 10;

/** The funds with the most money of the contracts the caller sees, as they were summed last night. */
export async function readTopFunds(services: Services, scope: Scope): Promise<TileContent> {
  const parameters = new Parameters();
  const where = keptOfHouse(scope, parameters);
  const rows = await services.database.read<{
    id: number;
    name: string;
    isin: string;
    contracts: number;
    value: number;
    summedAt: string;
  }>(scope, {
    sql: `select f.id, f.name, f.isin, s.contracts, s.value, s."summedAt" from (
        select s.fund_id, sum(s.contract_count)::int as contracts, sum(s.value)::float8 as value, max(s.summed_at) as "summedAt"
          from fund_holdings s where s.tenant_id = app_tenant_id() and ${where}
         group by s.fund_id order by value desc, s.fund_id limit ${shownFunds}) s
      join funds f on f.tenant_id = app_tenant_id() and f.id = s.fund_id order by s.value desc, f.id`,
    parameters: parameters.values,
  });
  const summedAt = rows[0]?.summedAt;
  const maySeeContracts = scope.permissions.has('contracts.view');
  return {
    columns: [
      { key: 'name', label: 'Fonds', cellKind: 'text' },
      { key: 'contracts', label: 'Verträge', cellKind: 'count' },
      { key: 'value', label: 'Wert', cellKind: 'money' },
    ],
    rows: rows.map(({ id, name, isin, contracts, value }) => ({
      cells: { name: `${name} (${isin})`, contracts, value },
      path: maySeeContracts ? contractsPath({ heldFundId: id }) : null,
    })),
    // An empty list of a house with contracts is no statement about its funds; and a list read now is not last night's count.
    markdown:
      summedAt === undefined
        ? 'Die Fonds werden jede Nacht zusammengezählt. Von den Verträgen, die Sie sehen, ist noch keiner gezählt.'
        : 'Jede Nacht zusammengezählt. Die Liste der Verträge eines Fonds zeigt den Stand von jetzt und auch Verträge, die ihn nur besparen; ihre Zahl kann deshalb abweichen.',
    ...(summedAt !== undefined && { updatedAt: summedAt }),
  };
}
