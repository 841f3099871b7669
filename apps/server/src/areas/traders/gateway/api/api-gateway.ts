import {
  type BankDepot,
  type BankDepotHead,
  type BankExecution,
  type ExecutionState,
  type OpenDepotRequest,
  type Signing,
  type TraderAccess,
  TraderFault,
  type TraderGateway,
} from '../trader-gateway.ts';
import * as answers from './bank-answers.ts';
import { BankClient } from './bank-client.ts';

const pageSize = 500;
/** More depots than any partner has; a bank that never says "last page" ends here. */
const pageLimit = 10_000;

const part = encodeURIComponent;

/** Adapter of banks that speak the interface of docs/practice-bank.md. */
export class ApiGateway implements TraderGateway {
  readonly #client: BankClient;

  constructor(baseUrl: string) {
    this.#client = new BankClient(baseUrl);
  }

  /** Name, hint and password rules; null when there is no such bank. @throws TraderFault */
  async readBank(bankId: string) {
    try {
      return await this.#client.open(bankId, { method: 'GET', path: '', answer: answers.bankInfo });
    } catch (error) {
      if (error instanceof TraderFault && error.kind === 'notSupported') return null;
      throw error;
    }
  }

  async signIn(access: TraderAccess): Promise<{ loggedInUntil: string }> {
    return { loggedInUntil: (await this.#client.signIn(access)).expiresAt };
  }

  async changePassword(access: TraderAccess, newPassword: string): Promise<void> {
    const { loginName, password: oldPassword } = access;
    await this.#client.open(access.bankId, {
      method: 'PUT',
      path: '/password',
      body: { loginName, oldPassword, newPassword },
      answer: null,
    });
    this.#client.forget(access);
  }

  async listDepots(access: TraderAccess): Promise<BankDepotHead[]> {
    const heads: BankDepotHead[] = [];
    let after = '';
    for (let page = 0; page < pageLimit; page += 1) {
      const { depots, nextAfter } = await this.#client.call(access, {
        method: 'GET',
        path: `/depots?includeRejected=true&limit=${pageSize}${after === '' ? '' : `&after=${part(after)}`}`,
        answer: answers.depotPage,
      });
      heads.push(...depots.filter((each) => each.state !== 'closed').map(headOf));
      if (nextAfter === null) return heads;
      if (nextAfter === after) break;
      after = nextAfter;
    }
    throw new TraderFault('unknown', 'Die Depotliste der Bank nimmt kein Ende.');
  }

  async readDepot(access: TraderAccess, externalKey: string): Promise<BankDepot> {
    const depot = await this.#client.call(access, {
      method: 'GET',
      path: `/depots/${part(externalKey)}`,
      answer: answers.depot,
    });
    const { revision, valuationDate, cashValue, positions, savingsPlan } = depot;
    return { ...headOf(depot), revision, valuationDate, cashValue, positions, savingsPlan };
  }

  startSigning(access: TraderAccess, execution: BankExecution): Promise<Signing> {
    return this.#signing(access, '/signings', orderBody(execution));
  }

  selectMethod(access: TraderAccess, signingId: string, methodId: string): Promise<Signing> {
    return this.#signing(access, `/signings/${part(signingId)}/select`, { methodId });
  }

  readSigning(access: TraderAccess, signingId: string): Promise<Signing> {
    const path = `/signings/${part(signingId)}`;
    return this.#client.call(access, { method: 'GET', path, answer: answers.signing });
  }

  confirmSigning(access: TraderAccess, signingId: string, code: string): Promise<Signing> {
    return this.#signing(access, `/signings/${part(signingId)}/confirm`, { code });
  }

  async execute(access: TraderAccess, signingId: string, execution: BankExecution): Promise<ExecutionState> {
    const state = await this.#client.call(access, {
      method: 'POST',
      path: '/orders',
      body: { ...orderBody(execution), signingId },
      answer: answers.execution,
    });
    return checkedFor(execution.clientOrderId, state);
  }

  async findExecution(access: TraderAccess, clientOrderId: string): Promise<ExecutionState | null> {
    try {
      const path = `/orders/${part(clientOrderId)}`;
      const state = await this.#client.call(access, { method: 'GET', path, answer: answers.execution });
      return checkedFor(clientOrderId, state);
    } catch (error) {
      if (error instanceof TraderFault && error.traderCode === 'order.unknown') return null;
      throw error;
    }
  }

  async openDepot(access: TraderAccess, request: OpenDepotRequest): Promise<{ externalKey: string }> {
    return this.#client.call(access, {
      method: 'POST',
      path: '/depots',
      body: request,
      answer: answers.openedDepot,
    });
  }

  async findOpening(access: TraderAccess, clientRequestId: string): Promise<{ externalKey: string } | null> {
    try {
      const path = `/depot-requests/${part(clientRequestId)}`;
      return await this.#client.call(access, { method: 'GET', path, answer: answers.openedDepot });
    } catch (error) {
      if (error instanceof TraderFault && error.traderCode === 'depot.unknown') return null;
      throw error;
    }
  }

  startDepotSigning(access: TraderAccess, request: OpenDepotRequest): Promise<Signing> {
    const { signingId: _none, ...body } = request;
    return this.#signing(access, '/depot-signings', body);
  }

  #signing(access: TraderAccess, path: string, body: unknown): Promise<Signing> {
    return this.#client.call(access, { method: 'POST', path, body, answer: answers.signing });
  }
}

function headOf(depot: {
  externalKey: string;
  externalConsumerKey: string | null;
  holderName: string;
  productKey: string | null;
  state: 'open' | 'rejected' | 'closed';
  totalValue: number | null;
}): BankDepotHead {
  const { externalKey, externalConsumerKey, holderName, productKey, totalValue } = depot;
  return {
    externalKey,
    externalConsumerKey,
    holderName,
    productKey,
    isRejected: depot.state === 'rejected',
    totalValue,
  };
}

/** Exactly the members the bank knows: it refuses others. */
function orderBody({ clientOrderId, externalKey, transactionHash, orders, savingsPlan }: BankExecution) {
  return {
    clientOrderId,
    externalKey,
    transactionHash,
    orders: orders.map(({ action, isin, fromIsin, quantity, amount }) => ({
      action,
      isin,
      fromIsin,
      quantity,
      amount,
    })),
    savingsPlan,
  };
}

/** An answer about another order is no answer. */
function checkedFor(clientOrderId: string, state: ExecutionState): ExecutionState {
  if (state.clientOrderId === clientOrderId) return state;
  throw new TraderFault('unknown', 'Die Bank antwortete zu einem anderen Auftrag.');
}
