import type { DashboardData } from '@depotwerk/api/dashboard/dashboard';
import type { countContracts } from '../contracts/public.ts';

/** Filter of the contract list. */
export type ContractFilter = Parameters<typeof countContracts>[2];

/** What a tile shows, before it is dated. */
export type TileContent = Partial<Omit<DashboardData, 'updatedAt'>> & { readonly updatedAt?: string };

/** A tile with everything it leaves out empty. */
export const tileData = (content: TileContent, now: string): DashboardData => ({
  rows: [],
  columns: [],
  chartConfig: null,
  chartData: [],
  markdown: null,
  legend: [],
  ...content,
  updatedAt: content.updatedAt ?? now,
});

/** Address of the list a filter opens: the same filter counts and leads. */
export function contractsPath(filter: ContractFilter): string {
  const search = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return search === '' ? '/contracts' : `/contracts?${search}`;
}
