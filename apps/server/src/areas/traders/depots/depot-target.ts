import { personName } from '@depotwerk/domain/customers/person-name';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { notePasswordFault } from '../credentials/note-fault.ts';
import { openAccess } from '../credentials/trader-access.view.ts';
import { readTraderIssuer } from '../credentials/trader-issuer.view.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import { executionError } from '../orders/execution-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { lockCustomerForDepot, readTariffForDepot } from './create-depot-contract.ts';
import type { DepotOrder } from './depot-request.ts';

/** Whom a depot is opened for, and the way to the bank. */
export interface DepotTarget {
  readonly customerId: string;
  readonly groupId: string | null;
  readonly holderName: string;
  readonly issuerId: number;
  readonly bankName: string;
  readonly gateway: TraderGateway;
  readonly access: TraderAccess;
}

/**
 * Checks what a depot is asked for: customer, tariff and institution the caller may use, belonging together, and an IBAN
 * with right check digits.
 * @param signal ends the calls to the bank of this step
 * @throws 404, 403, 400 traderDepots.otherIssuer and common.validationFailed, traderAuth.*
 */
export async function readDepotTarget(
  services: TraderServices,
  context: SignedInContext,
  order: DepotOrder,
  signal: AbortSignal,
): Promise<DepotTarget> {
  const { scope } = context;
  requirePermission(scope, 'traderDepots.create');
  // A look without an effect; it runs in a transaction for its locks only, so there is nothing to writeAudit( here.
  const customer = await services.database.transaction(scope, async (transaction) => {
    const found = await lockCustomerForDepot(transaction, scope, order.customerId);
    const tariff = await readTariffForDepot(transaction, order.tariffId);
    if (tariff.issuerId !== order.issuerId) throw new AppError('traderDepots.otherIssuer');
    const { rows } = await sql<{
      isValid: boolean;
    }>`select is_valid_iban(${order.iban.replaceAll(' ', '')}) as "isValid"`.execute(transaction);
    if (!rows[0]?.isValid) {
      throw new AppError('common.validationFailed', {
        validation: [{ path: 'body.iban', code: 'invalidIban' }],
      });
    }
    return found;
  });
  const issuer = await readTraderIssuer(services.database, scope, order.issuerId);
  try {
    return {
      customerId: customer.id,
      groupId: customer.groupId,
      holderName: personName(customer),
      issuerId: issuer.issuerId,
      bankName: issuer.bankName,
      gateway: services.gateways.of(issuer.traderKind),
      access: { ...openAccess(services, scope, issuer), signal },
    };
  } catch (error) {
    throw error instanceof TraderFault ? executionError(error, issuer.bankName) : error;
  }
}

/** One call to the bank while a depot is opened; what it refuses is recorded and told as section 8 wants it. */
export async function askDepotBank<T>(
  services: Pick<TraderServices, 'database'>,
  { scope, actor }: SignedInContext,
  target: DepotTarget,
  call: () => Promise<T>,
  orderState: 'unknown' | null = null,
): Promise<T> {
  requirePermission(scope, 'traderDepots.create');
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    await services.database.transaction(scope, async (transaction) => {
      await notePasswordFault(transaction, scope.userId, target.issuerId, error);
      await writeAudit(transaction, {
        actor,
        action: 'traderDepots.bankRefusal',
        objectType: 'customer',
        objectId: target.customerId,
        groupId: target.groupId,
        details: { fault: error.kind, traderCode: error.traderCode, issuerId: target.issuerId },
        result: error.kind === 'unknown' || error.kind === 'unavailable' ? 'failed' : 'refused',
      });
    });
    throw executionError(error, target.bankName, orderState);
  }
}
