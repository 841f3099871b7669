import type { LiveTopic } from '@depotwerk/domain/live/live-topics';
import type { QueryClient } from '@tanstack/react-query';
import type { QueryRoot } from '../query-keys.ts';
import { isScreenHeld, onScreenFree } from './live-hold.ts';

const ofContract = ['contracts', 'contract', 'continuous-optimization', 'orders', 'dashboard'] as const;
const ofCustomer = ['customers', 'customer'] as const;
const ofDocuments = ['documents', 'publicLinks', ...ofContract, ...ofCustomer] as const;
/** Lists and pages of master data, and what tariffs choose from. */
const ofMasterData = ['masterData', 'dataQuality', 'tariff-lookups'] as const;
const ofFunds = ['funds', 'fund', ...ofMasterData] as const;
const ofRights = ['permissions', 'effective-rights', 'customer-viewers', 'pending-search'] as const;
/** Who there is, who may do what, and who sees whom. */
const ofPeople = ['masterData', 'users', 'roles', 'groups', ...ofRights] as const;

/** First words of the keys of queries that a kind of change concerns. */
const rootsOf: Readonly<Record<LiveTopic, readonly QueryRoot[]>> = {
  consultations: ['consultation', 'consultation-statistics', ...ofContract, ...ofCustomer],
  continuousOptimization: ofContract,
  contracts: ofContract,
  costModels: [...ofMasterData, 'contract'],
  customers: [...ofCustomer, ...ofContract],
  dashboard: ['dashboard'],
  documents: ofDocuments,
  fundCategories: ofFunds,
  funds: [...ofFunds, 'fundImports'],
  groups: [...ofPeople, 'contracts', ...ofCustomer],
  insurers: [...ofMasterData, 'contracts', 'contract'],
  issuers: [...ofMasterData, 'contracts', 'contract'],
  jobs: ['jobs', 'bulk-job', 'bookImports', 'fundImports'],
  messages: ofCustomer,
  notes: ['notes', 'workbench'],
  notifications: ['notifications'],
  optimization: ofContract,
  peergroups: ofFunds,
  preregistrations: ['invitations', ...ofCustomer],
  questionnaires: ['questionnaire', 'masterData'],
  registrations: ['registrations', ...ofCustomer],
  reports: ofDocuments,
  riskProfile: [...ofContract, ...ofCustomer],
  roles: ofPeople,
  savedViews: ['saved-views'],
  signatures: ofDocuments,
  tags: ['tags', ...ofMasterData, ...ofContract, ...ofCustomer],
  tariffComponents: ['tariff-components', 'tariff-lookups', 'tariffs'],
  tariffs: ['tariffs', 'tariff-components', 'contracts'],
  traderCredentials: ['traderCredentials'],
  traderDepots: ['traderDepots', ...ofContract],
  traderOrders: ofContract,
  users: ofPeople,
  workbench: ['workbench', 'dashboard'],
};

/** Milliseconds after a look at the server in which further changes join the next one: a busy house is read no more often. */
const gatherFor = 400;
/** Milliseconds after which a change is looked at that comes after a pause: what one tab tells another comes along. */
const firstAfter = 20;

/** Milliseconds after which a page counts as left: what asks by itself must not keep a session open that nobody uses. */
const leftAfter = 15 * 60_000;
const touches = ['pointerdown', 'keydown', 'wheel'] as const;

/** Fields in which somebody writes: what they belong to stays as it is until she leaves them. */
const written =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
const isSomebodyWriting = (): boolean => document.activeElement?.matches(written) === true;

/**
 * Asks again for what is on screen and has changed, once somebody is neither writing nor has something unsaved.
 * Answers what takes changes in; `everything` where nobody knows what was missed.
 */
export function createChangeRefresher(
  queries: Pick<QueryClient, 'invalidateQueries'>,
  clock: () => number = Date.now,
) {
  const changed = new Set<LiveTopic>();
  let isEverything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = clock();
  let lookedAt = -Infinity;

  const refresh = (): void => {
    timer = undefined;
    if (isScreenHeld() || isSomebodyWriting() || clock() - touchedAt > leftAfter) return;
    lookedAt = clock();
    const roots = new Set([...changed].flatMap((topic) => rootsOf[topic]));
    if (isEverything) void queries.invalidateQueries();
    else for (const root of roots) void queries.invalidateQueries({ queryKey: [root] });
    changed.clear();
    isEverything = false;
  };
  const plan = (): void => {
    if (changed.size === 0 && !isEverything) return;
    // Never longer, should the clock have been set back meanwhile.
    timer ??= setTimeout(refresh, Math.min(gatherFor, Math.max(firstAfter, lookedAt + gatherFor - clock())));
  };
  const touch = (): void => {
    const wasLeft = clock() - touchedAt > leftAfter;
    touchedAt = clock();
    if (wasLeft) plan();
  };
  // Browsers tell of a resting pointer below which the page moved, too: only one that moves itself is somebody's.
  const move = ({ movementX, movementY }: PointerEvent): void => {
    if (movementX !== 0 || movementY !== 0) touch();
  };
  // Who comes back to the page looks at it, whether or not anything is pressed.
  const show = (): void => {
    if (document.visibilityState === 'visible') touch();
  };
  onScreenFree(plan);
  document.addEventListener('pointermove', move, { passive: true });
  document.addEventListener('visibilitychange', show);
  window.addEventListener('focus', touch);
  for (const kind of touches) document.addEventListener(kind, touch, { passive: true });
  document.addEventListener('focusout', plan);
  return {
    take(topics: readonly LiveTopic[], everything: boolean): void {
      for (const topic of topics) changed.add(topic);
      isEverything ||= everything;
      plan();
    },
    stop(): void {
      clearTimeout(timer);
      onScreenFree(() => {});
      document.removeEventListener('focusout', plan);
      document.removeEventListener('pointermove', move);
      document.removeEventListener('visibilitychange', show);
      window.removeEventListener('focus', touch);
      for (const kind of touches) document.removeEventListener(kind, touch);
    },
  };
}
