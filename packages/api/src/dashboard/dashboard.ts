import {
  dashboardColumns,
  maximumRows,
  maximumWidgets,
  widgetKeys,
  widgetKinds,
} from '@depotwerk/domain/dashboard/widgets';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, text } from '../fields.ts';

const defineCall = callsOf('dashboard');

const widgetKey = z.enum(widgetKeys);
const grid = (low: number, high: number) => z.int().check(z.minimum(low), z.maximum(high));

const options = z.strictObject({
  /** Of a text tile: what it says. */
  markdown: z.optional(text(5000)),
});

/** A tile as it is stored. */
const placedWidget = {
  id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,50}$/)),
  title: text(100, 1),
  x: grid(0, dashboardColumns - 1),
  y: grid(0, maximumRows),
  w: grid(1, dashboardColumns),
  h: grid(1, 20),
  dataKey: widgetKey,
  options,
};

export const dashboardWidget = z.strictObject({
  ...placedWidget,
  kind: z.enum(widgetKinds),
  requiredPermission: z.string(),
});
export type DashboardWidget = z.infer<typeof dashboardWidget>;

export const dashboardConfig = z.strictObject({
  /** null = the delivered one. */
  dashboardId: z.nullable(id),
  columns: z.literal(dashboardColumns),
  /** Own arrangement, the one of the role, or the delivered one. */
  source: z.enum(['personal', 'role', 'delivered']),
  widgets: z.array(dashboardWidget),
  /** Version of the caller's own arrangement; 0 = none yet. */
  rowVersion: z.int(),
  /** Version of the arrangement of the caller's role; 0 = none yet. */
  roleVersion: z.int(),
});
export type DashboardConfig = z.infer<typeof dashboardConfig>;

export const getDashboardConfig = defineCall({
  id: 'getDashboardConfig',
  method: 'GET',
  path: '/dashboard/config',
  summary:
    "Tiles and their places: the caller's own arrangement, else that of the role, else the delivered one.",
  access: 'dashboard.view',
  answer: dashboardConfig,
});

const cell = z.union([z.string(), z.number(), z.null()]);
export const dashboardData = z.strictObject({
  rows: z.array(z.strictObject({ cells: z.record(z.string(), cell), path: z.nullable(z.string()) })),
  columns: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      cellKind: z.enum(['text', 'count', 'money', 'date']),
    }),
  ),
  chartConfig: z.nullable(z.strictObject({ kind: z.literal('bar'), unit: z.enum(['count', 'money']) })),
  /** `path` is the list of exactly what a number counts. */
  chartData: z.array(z.strictObject({ label: z.string(), value: z.number(), path: z.nullable(z.string()) })),
  markdown: z.nullable(z.string()),
  legend: z.array(
    z.strictObject({
      label: z.string(),
      colour: z.enum(['brand', 'ok', 'warn', 'bad', 'info', 'neutral']),
      value: z.nullable(z.number()),
      unit: z.enum(['count', 'money', 'score']),
      path: z.nullable(z.string()),
    }),
  ),
  updatedAt: instant,
});
export type DashboardData = z.infer<typeof dashboardData>;

export const getDashboardData = defineCall({
  id: 'getDashboardData',
  mayLag: true,
  method: 'GET',
  path: '/dashboard/data',
  summary:
    'Content of tiles by key. A tile that fails says so itself, beside the others; a key the caller has no right to fails like an unknown one.',
  access: 'dashboard.view',
  query: z.strictObject({ keys: z.string().check(z.regex(/^[A-Za-z]{1,50}(,[A-Za-z]{1,50}){0,23}$/)) }),
  answer: z.record(
    z.string(),
    z.union([dashboardData, z.strictObject({ error: z.literal('dashboard.unknown') })]),
  ),
});

export const putDashboardConfig = defineCall({
  id: 'putDashboardConfig',
  method: 'PUT',
  path: '/dashboard/config',
  summary:
    "Keeps the caller's own arrangement, or with dashboard.configure that of the own role for everybody who has it.",
  access: 'dashboard.view',
  needsIfMatch: true,
  body: z.strictObject({
    owner: z.enum(['personal', 'role']),
    /** Of `role`: the version that was seen, beside the own one in If-Match; without it 428. */
    roleVersion: z.optional(z.int()),
    widgets: z.array(z.strictObject(placedWidget)).check(z.maxLength(maximumWidgets)),
  }),
  answer: dashboardConfig,
  errors: ['common.versionConflict', 'auth.forbidden'],
});

export const resetDashboardConfig = defineCall({
  id: 'resetDashboardConfig',
  method: 'DELETE',
  path: '/dashboard/config',
  summary: "Gives up the caller's own arrangement.",
  access: 'dashboard.view',
  answer: dashboardConfig,
});
