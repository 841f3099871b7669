import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type { TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { changeVersion, type VersionStep } from './change-version.ts';
import { type LockedTariff, type LockedVersion, requireOpen } from './lock-tariff.ts';

/** What a step finds when it is taken. */
interface Found<Input> {
  readonly services: Services;
  readonly scope: SignedInContext['scope'];
  readonly transaction: Transaction<Schema>;
  readonly input: Input;
  readonly tariff: LockedTariff;
  readonly open: LockedVersion;
}

interface OpenVersionStep<Input> {
  readonly permission: PermissionCode;
  readonly action: VersionStep['action'];
  /** States it leads on from. */
  readonly from: readonly TariffVersionState[];
  /** Checks and changes the open version. */
  readonly take: (found: Found<Input>) => Promise<unknown>;
}

/** A step of the open version of a tariff. @throws 403, 404, 409 when it is in another state */
export const openVersionStep =
  <Input extends VersionStep['input']>({ permission, action, from, take }: OpenVersionStep<Input>) =>
  (services: Services, context: SignedInContext, input: Input): Promise<TariffVersion> => {
    const { scope } = context;
    requirePermission(scope, permission);
    return changeVersion(services, context, {
      action,
      input,
      run: async (transaction, tariff) => {
        const open = requireOpen(tariff, input.body.versionNumber, from);
        await take({ services, scope, transaction, input, tariff, open });
        return open.versionNumber;
      },
    });
  };
