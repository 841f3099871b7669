import type { CallAnswer } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/traders/trader-credentials';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { BankInfo } from '../gateway/gateway-registry.ts';
import type { TraderServices } from '../trader-services.ts';
import { listTraderIssuers, readTraderIssuer, type TraderIssuer } from './trader-issuer.view.ts';

/** Banks that are signed in to from here. */
const isAvailable = (issuer: TraderIssuer) => issuer.traderKind === 'api' && issuer.bankId !== '';
/** A stored password that the bank accepted: the product signs in by itself whenever it needs to. */
const isLoggedIn = (issuer: TraderIssuer) => issuer.status === 'valid';
const asksForPassword = (issuer: TraderIssuer) => ['api', 'fints'].includes(issuer.traderKind);

export async function listCredentialTypes(
  services: TraderServices,
  scope: Scope,
): Promise<CallAnswer<typeof calls.listCredentialTypes>> {
  const issuers = await listTraderIssuers(services.database, scope);
  return issuers.filter(asksForPassword).map((issuer) => ({
    credentialTypeId: `onlineBanking-${issuer.issuerId}`,
    credentialTypeName: `Online-Banking ${issuer.bankName}`,
    issuerId: issuer.issuerId,
    bankId: issuer.bankId === '' ? null : issuer.bankId,
    credentialsAvailable: isAvailable(issuer),
    loggedIn: isLoggedIn(issuer),
  }));
}

/** @throws 404 for an unknown institution */
export async function readCredentialStatus(
  services: TraderServices,
  scope: Scope,
  issuerId: number,
): Promise<CallAnswer<typeof calls.getCredentialStatus>> {
  const issuer = await readTraderIssuer(services.database, scope, issuerId);
  const { status } = issuer;
  return {
    issuerId,
    status,
    loggedIn: isLoggedIn(issuer),
    expiresAt: status === 'valid' ? issuer.expiresAt : null,
    isSessionOnly: status === 'valid' && issuer.isKeptForSession,
  };
}

/** Banks with depots of the tenant the user has no good password at, by name. */
export async function listPendingIssuers(
  services: TraderServices,
  scope: Scope,
): Promise<CallAnswer<typeof calls.listPendingIssuerCredentials>> {
  const issuers = await listTraderIssuers(services.database, scope);
  const pending = issuers.filter((issuer) => isAvailable(issuer) && !isLoggedIn(issuer));
  if (pending.length === 0) return [];
  const used = await services.database.read<{ issuerId: number }>(scope, {
    sql: `select i.id as "issuerId" from issuers i where i.id = any ($1::integer[])
      and exists (select from trader_depots d where d.tenant_id = i.tenant_id and d.issuer_id = i.id)`,
    parameters: [pending.map(({ issuerId }) => issuerId)],
  });
  const ids = new Set(used.map(({ issuerId }) => issuerId));
  return pending
    .filter(({ issuerId }) => ids.has(issuerId))
    .toSorted((a, b) => a.bankName.localeCompare(b.bankName, 'de'))
    .map(({ issuerId, bankId }) => ({ issuerId, bankId }));
}

/** Rules where a bank tells none or does not answer: it decides anyway. */
const anyPassword = { minLength: 1, maxLength: 256, pattern: null };
const bankPatienceMs = 2000;
const keepMs = 600_000;

/** What banks say about themselves, kept ten minutes. */
export class BankDirectory {
  readonly #services: TraderServices;
  readonly #kept = new Map<string, { readonly info: BankInfo; readonly until: number }>();

  constructor(services: TraderServices) {
    this.#services = services;
  }

  /** @throws traderAuth.unknownBank */
  async read(scope: Scope, bankId: string): Promise<CallAnswer<typeof calls.getTraderBank>> {
    const issuers = await listTraderIssuers(this.#services.database, scope);
    const issuer = issuers.find((each) => each.bankId === bankId);
    if (!issuer) throw new AppError('traderAuth.unknownBank');
    const info = await this.#info(issuer);
    return {
      bankId,
      bankName: issuer.bankName,
      bic: issuer.bic ?? info?.bic ?? null,
      loginHint: info?.loginHint ?? null,
      passwordRules: info?.passwordRules ?? anyPassword,
    };
  }

  async #info({ traderKind, bankId }: TraderIssuer): Promise<BankInfo | null> {
    const kept = this.#kept.get(bankId);
    const now = this.#services.clock();
    if (kept && kept.until > now) return kept.info;
    // The dialog opens at once, whether the bank answers or not.
    const info = await Promise.race([
      this.#services.gateways.readBank(traderKind, bankId).catch(() => null),
      new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), bankPatienceMs).unref();
      }),
    ]);
    if (info) this.#kept.set(bankId, { info, until: now + keepMs });
    return info;
  }
}
