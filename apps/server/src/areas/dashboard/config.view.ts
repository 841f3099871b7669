import type { DashboardConfig, DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { compact } from '@depotwerk/domain/dashboard/layout';
import {
  dashboardColumns,
  type WidgetKey,
  widgetFacts,
  widgetKeys,
} from '@depotwerk/domain/dashboard/widgets';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

/** A tile as it is stored; kind and permission are the product's. */
export type PlacedWidget = Omit<DashboardWidget, 'kind' | 'requiredPermission'>;

interface ConfigRow {
  id: string;
  widgets: PlacedWidget[];
  isPersonal: boolean;
  rowVersion: number;
}

/** The delivered arrangement: every tile in its order, row by row. */
const delivered: readonly PlacedWidget[] = (() => {
  const placed: PlacedWidget[] = [];
  let [x, y, height] = [0, 0, 0];
  for (const dataKey of widgetKeys) {
    const { title, w, h } = widgetFacts[dataKey];
    if (x + w > dashboardColumns) [x, y, height] = [0, y + height, 0];
    placed.push({ id: dataKey, title, x, y, w, h, dataKey, options: {} });
    x += w;
    height = Math.max(height, h);
  }
  return placed;
})();

const isKnown = (key: string): key is WidgetKey => Object.hasOwn(widgetFacts, key);

/**
 * The caller's dashboard: tiles he has no right to are left out, and the others close the gaps.
 * @param owner `role` = as those of his role see it who arranged none of their own
 */
export async function readDashboardConfig(
  { database }: ReadServices,
  scope: Scope,
  owner: 'personal' | 'role' = 'personal',
): Promise<DashboardConfig> {
  const rows = await database.read<ConfigRow>(scope, {
    sql: `select d.id, d.widgets, d.user_id is not null as "isPersonal", d.row_version as "rowVersion"
      from dashboard_configs d where d.tenant_id = app_tenant_id() and (d.user_id = $1
        or d.role_id = (select u.role_id from users u where u.tenant_id = app_tenant_id() and u.id = $1))`,
    parameters: [scope.userId],
  });
  const personal = rows.find(({ isPersonal }) => isPersonal);
  const ofRole = rows.find(({ isPersonal }) => !isPersonal);
  const chosen = owner === 'role' ? ofRole : (personal ?? ofRole);
  const widgets = (chosen?.widgets ?? delivered).flatMap((widget): DashboardWidget[] => {
    // Stored by an earlier version, perhaps with a tile that is no more.
    if (!isKnown(widget.dataKey)) return [];
    const { kind, permission } = widgetFacts[widget.dataKey];
    return scope.permissions.has(permission) ? [{ ...widget, kind, requiredPermission: permission }] : [];
  });
  return {
    dashboardId: chosen?.id ?? null,
    columns: dashboardColumns,
    source: chosen === undefined ? 'delivered' : chosen.isPersonal ? 'personal' : 'role',
    widgets: compact(widgets),
    rowVersion: personal?.rowVersion ?? 0,
    roleVersion: ofRole?.rowVersion ?? 0,
  };
}
