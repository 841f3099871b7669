import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import {
  approveTariff,
  discardTariff,
  publishTariff,
  rejectTariff,
  renewTariff,
  rollbackTariff,
  submitTariff,
  withdrawTariff,
} from '@depotwerk/api/tariffs/tariffs';
import { callApi } from '../../../platform/api-client.ts';

/** What can be done with a version, in the order the buttons have. */
export const versionActions = [
  'submit',
  'approve',
  'reject',
  'publish',
  'withdraw',
  'renew',
  'rollback',
  'discard',
] as const;
export type VersionAction = (typeof versionActions)[number];

const permissions = {
  submit: 'tariffs.submit',
  withdraw: 'tariffs.submit',
  approve: 'tariffs.approve',
  reject: 'tariffs.approve',
  publish: 'tariffs.publish',
  renew: 'tariffs.edit',
  rollback: 'tariffs.edit',
  discard: 'tariffs.edit',
} as const satisfies Record<VersionAction, string>;

const states: Readonly<Record<VersionAction, readonly TariffVersion['state'][]>> = {
  submit: ['draft', 'rejected'],
  withdraw: ['submitted', 'approved'],
  approve: ['submitted'],
  reject: ['submitted'],
  publish: ['approved'],
  renew: ['published'],
  rollback: ['superseded', 'archived'],
  discard: ['draft', 'rejected'],
};

export interface VersionContext {
  readonly hasPermission: (permission: string) => boolean;
  /** A version is being worked on or decided about: another one cannot be opened beside it. */
  readonly hasOpenVersion: boolean;
  readonly hasPublishedVersion: boolean;
  /** It is made of components, whose selection can choose funds anew; a hybrid tariff is not. */
  readonly hasComponents: boolean;
}

/** What the user may do with a version as it stands. The server decides again. */
export function actionsFor(version: TariffVersion, context: VersionContext): VersionAction[] {
  // Whoever submitted it takes it back; refusing is what the other pair of eyes does.
  const takesBack = !version.mayApprove && context.hasPermission(permissions.withdraw);
  return versionActions.filter((action) => {
    if (!states[action].includes(version.state) || !context.hasPermission(permissions[action])) return false;
    if (action === 'approve') return version.mayApprove;
    if (action === 'reject') return !takesBack;
    if (action === 'renew') return context.hasComponents && !context.hasOpenVersion;
    if (action === 'rollback') return !context.hasOpenVersion;
    if (action === 'discard') return context.hasPublishedVersion;
    return true;
  });
}

/** Whether only the four-eyes principle keeps the user from approving. */
export function isOwnSubmission(version: TariffVersion, context: VersionContext): boolean {
  return version.state === 'submitted' && !version.mayApprove && context.hasPermission('tariffs.approve');
}

export interface VersionDecision {
  readonly tariffId: string;
  readonly versionNumber: number;
  readonly comment: string;
  /** The submission that was looked at. */
  readonly submittedAt: string | null;
  /** First day of a publication. */
  readonly validFrom: string;
}

/** Carries an action out. Throws ApiError: a state somebody else changed, messages that block, four eyes. */
export function takeAction(
  action: VersionAction,
  { tariffId, versionNumber, comment, submittedAt, validFrom }: VersionDecision,
): Promise<TariffVersion> {
  const input = { params: { id: tariffId }, body: { versionNumber, comment } };
  const seen = submittedAt === null ? {} : { submittedAt };
  switch (action) {
    case 'submit':
      return callApi(submitTariff, input);
    case 'withdraw':
      return callApi(withdrawTariff, input);
    case 'approve':
      return callApi(approveTariff, { ...input, body: { ...input.body, ...seen } });
    case 'reject':
      return callApi(rejectTariff, input);
    case 'publish':
      return callApi(publishTariff, { ...input, body: { ...input.body, ...seen, validFrom } });
    case 'renew':
      return callApi(renewTariff, input);
    case 'rollback':
      return callApi(rollbackTariff, input);
    case 'discard':
      return callApi(discardTariff, input);
  }
}
