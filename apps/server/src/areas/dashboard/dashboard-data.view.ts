import type { CallAnswer } from '@depotwerk/api/call';
import type { getDashboardData } from '@depotwerk/api/dashboard/dashboard';
import { type WidgetKey, widgetFacts } from '@depotwerk/domain/dashboard/widgets';
import { type CountCache, countKey } from '../../platform/lists/count-cache.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readDashboardConfig } from './config.view.ts';
import {
  readBookVolume,
  readHintsByKind,
  readRiskDeviations,
  readScoreDistribution,
  readTopFunds,
  readUncheckedContracts,
} from './contract-tiles.view.ts';
import { readContributionsByMonth } from './contributions.view.ts';
import { readEndingProfiles, readOpenApprovals, systemText } from './other-tiles.view.ts';
import { type TileContent, tileData } from './tile-data.ts';

type Services = Pick<SignInServices, 'database' | 'clock' | 'logger'>;
type ReadTile = (services: Services, scope: Scope, today: string) => Promise<TileContent>;

/** Tiles whose content depends on what the caller sees, and on nothing else of him. */
const shared: Readonly<Partial<Record<WidgetKey, ReadTile>>> = {
  bookVolume: readBookVolume,
  scoreDistribution: readScoreDistribution,
  riskDeviations: readRiskDeviations,
  hintsByKind: readHintsByKind,
  uncheckedContracts: readUncheckedContracts,
  contributionsByMonth: readContributionsByMonth,
  topFunds: readTopFunds,
};

/** Tiles of the caller himself: read each time. */
const own: Readonly<Partial<Record<WidgetKey, ReadTile>>> = {
  endingProfiles: readEndingProfiles,
  openApprovals: readOpenApprovals,
  systemText: async (services, scope) => {
    const { widgets } = await readDashboardConfig(services, scope);
    return systemText(widgets.find(({ dataKey }) => dataKey === 'systemText')?.options.markdown);
  },
};

const failed = { error: 'dashboard.unknown' } as const;

/**
 * Content of tiles by key. One that fails says so in its place and the others stay; unknown keys and those without the
 * right fail alike. What takes long to count is kept for some seconds, as the figures of the lists are.
 */
export async function readDashboardData(
  services: Services,
  scope: Scope,
  keys: readonly string[],
  today: string,
  counts: CountCache,
): Promise<CallAnswer<typeof getDashboardData>> {
  const tile = async (key: string) => {
    if (!isAllowed(key, scope)) return failed;
    try {
      const now = () => new Date(services.clock()).toISOString();
      const common = shared[key];
      if (common === undefined) {
        const read = own[key];
        return read ? tileData(await read(services, scope, today), now()) : failed;
      }
      return await counts.get(scope.tenantId, keyOf(key, scope, today), async () =>
        tileData(await common(services, scope, today), now()),
      );
    } catch (error) {
      services.logger.error({ err: error, key }, 'dashboard.tileFailed');
      return failed;
    }
  };
  const entries = await Promise.all([...new Set(keys)].map(async (key) => [key, await tile(key)] as const));
  return Object.fromEntries(entries);
}

const isAllowed = (key: string, scope: Scope): key is WidgetKey =>
  Object.hasOwn(widgetFacts, key) && scope.permissions.has(widgetFacts[key as WidgetKey].permission);

const keyOf = (key: string, scope: Scope, today: string): string =>
  countKey(`dashboard.${key}`, visibilityOf(scope, 'groupContracts.view'), { today });
