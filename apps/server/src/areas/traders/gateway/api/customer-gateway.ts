import type * as z from 'zod/mini';
import { TraderFault } from '../trader-gateway.ts';
import * as answers from './bank-answers.ts';
import { BankClient, type BankRequest } from './bank-client.ts';
import * as own from './customer-answers.ts';

/** A customer's session at her bank; who asks keeps the token, this gateway keeps nothing. */
export interface CustomerAccess {
  readonly bankId: string;
  readonly token: string;
  /** Ends every call of a step. Default only each call's own limit. */
  readonly signal?: AbortSignal;
}

/**
 * The way of a bank's own customers to their depots, to be read only. It has a client of its own: however many visitors wait for a
 * bank, or fail at it, those who trade there wait no longer. Every method keeps the limits of the client and throws only TraderFault.
 */
export class CustomerGateway {
  readonly #client: BankClient;

  constructor(baseUrl: string) {
    this.#client = new BankClient(baseUrl);
  }

  /** What its customers sign in with; null = they cannot, or there is no such bank. */
  async loginHint(bankId: string, signal: AbortSignal): Promise<string | null> {
    const request = { method: 'GET', path: '', answer: answers.bankInfo } as const;
    try {
      return (await this.#client.open(bankId, request, { signal })).customerLoginHint ?? null;
    } catch (error) {
      if (error instanceof TraderFault && error.kind === 'notSupported') return null;
      throw error;
    }
  }

  signIn(bankId: string, given: { readonly loginName: string; readonly password: string }) {
    const { loginName, password } = given;
    return this.#client.open(bankId, {
      method: 'POST',
      path: '/customer-sessions',
      body: { loginName, password },
      answer: own.customerSession,
    });
  }

  async signOut(access: CustomerAccess): Promise<void> {
    await this.#call(access, { method: 'DELETE', path: '/customer-sessions/current', answer: null });
  }

  readSigning(access: CustomerAccess) {
    return this.#call(access, { method: 'GET', path: '/customer-signing', answer: own.customerSigning });
  }

  selectMethod(access: CustomerAccess, methodId: string) {
    const path = '/customer-signing/select';
    return this.#call(access, { method: 'POST', path, body: { methodId }, answer: own.customerSigning });
  }

  confirm(access: CustomerAccess, code: string) {
    const path = '/customer-signing/confirm';
    return this.#call(access, { method: 'POST', path, body: { code }, answer: own.customerSigning });
  }

  async listDepots(access: CustomerAccess) {
    const answer = own.customerDepots;
    return (await this.#call(access, { method: 'GET', path: '/customer-depots', answer })).depots;
  }

  /** An answer about another depot is no answer. */
  async readDepot(access: CustomerAccess, externalKey: string): Promise<own.CustomerDepot> {
    // Dots alone would be a way out of the path.
    if (/^\.+$/.test(externalKey)) throw new TraderFault('notFound', 'Kein Depot.');
    const path = `/customer-depots/${encodeURIComponent(externalKey)}`;
    const depot = await this.#call(access, { method: 'GET', path, answer: own.customerDepot });
    if (depot.externalKey === externalKey) return depot;
    throw new TraderFault('unknown', 'Die Bank antwortete zu einem anderen Depot.');
  }

  #call<Answer extends z.ZodMiniType>(
    { bankId, ...session }: CustomerAccess,
    request: BankRequest<Answer>,
  ): Promise<z.output<Answer>> {
    return this.#client.open(bankId, request, session);
  }
}
