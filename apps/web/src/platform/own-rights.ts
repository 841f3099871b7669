import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { ApiError } from './api-error.ts';

/** Milliseconds for which the rights that were read last are taken to hold when another page is opened. */
const goodFor = 60_000;
/** Milliseconds between two looks after refusals: one page is refused several times at once. */
const lookAgainAfter = 3000;
/** Refusals that speak of rights, or of a password, that were others when the page began. */
const codes = ['auth.forbidden', 'auth.newPasswordRequired', 'auth.viewingAs'];

/** What decides over menus and pages. */
const partsOf = (user: AuthenticatedUser | null): string => {
  if (user === null) return '';
  const { roleId, permissions, groups, clientConfig, mustChangePassword, ownCustomerId, viewing } = user;
  return JSON.stringify([
    roleId,
    [...permissions].sort(),
    groups.map(({ groupId, groupRights }) => [groupId, ...[...groupRights].sort()].join(' ')).sort(),
    clientConfig.requireSecondFactor,
    mustChangePassword,
    ownCustomerId,
    viewing?.userId,
  ]);
};

const listeners = new Set<(error: unknown) => void>();

/** Says what a form was refused, which keeps its failures to itself. */
export function tellRefusal(error: unknown): void {
  for (const listener of listeners) listener(error);
}

/** Hears what forms were refused; answers what ends it. */
export function hearRefusals(listener: (error: unknown) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export interface RightsSources {
  readonly current: () => AuthenticatedUser | null;
  /** Reads the signed-in user and keeps it. */
  readonly load: () => Promise<AuthenticatedUser>;
  /** They are others than the page was made with. */
  readonly onChanged: (user: AuthenticatedUser) => void;
  readonly clock?: () => number;
}

/**
 * Notices that the own rights changed while a page is open: by a refusal at once, else with the next page, when a minute has
 * passed. The server decides with the rights of now anyway; without this the menu would be that of the sign-in.
 */
export function createRightsFollower({ current, load, onChanged, clock = Date.now }: RightsSources) {
  let lookedAt = clock();
  let refusedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    lookedAt = clock();
    const before = partsOf(current());
    try {
      const user = await load();
      if (before !== '' && partsOf(user) !== before) onChanged(user);
    } catch {
      // Whoever cannot be read now is read with the next page.
    }
  };
  return {
    refused(error: unknown): void {
      if (!(error instanceof ApiError) || !codes.includes(error.code)) return;
      if (clock() - refusedAt < lookAgainAfter) return;
      refusedAt = clock();
      void look();
    },
    opened(): void {
      if (clock() - lookedAt >= goodFor) void look();
    },
  };
}
