import type { TraderFaultKind } from '@depotwerk/domain/contracts/trader-faults';
import type {
  BankExecutionState,
  SigningMethodType,
  SigningState,
  TradeAction,
} from '@depotwerk/domain/contracts/trading-words';

/** Who asks the bank for what: one user's access to one bank. The password lives here only for the call. */
export interface TraderAccess {
  readonly issuerId: number;
  /** BLZ or BIC. */
  readonly bankId: string;
  readonly loginName: string;
  readonly password: string;
  /** Ends every call made with it: the step it belongs to is over. Default only each call's own limit. */
  readonly signal?: AbortSignal;
}

/** A position as the bank reports it. Quantity with six decimals, money in EUR. */
export interface BankPosition {
  readonly isin: string;
  readonly quantity: number;
  readonly price: number | null;
  readonly priceDate: string | null;
  readonly value: number;
  readonly costValue: number | null;
}

export interface BankSavingsPlan {
  readonly contribution: number;
  readonly contributionInterval: 1 | 4 | 6 | 12;
  /** Fractions sum to 1. */
  readonly entries: readonly { readonly isin: string; readonly fraction: number }[];
}

/** Head of a depot: enough to list and to link it. */
export interface BankDepotHead {
  readonly externalKey: string;
  readonly externalConsumerKey: string | null;
  readonly holderName: string;
  readonly productKey: string | null;
  readonly isRejected: boolean;
  readonly totalValue: number | null;
}

/** A depot at a valuation date. `revision` is equal when nothing changed since the last answer. */
export interface BankDepot extends BankDepotHead {
  readonly revision: string;
  readonly valuationDate: string;
  readonly cashValue: number;
  readonly positions: readonly BankPosition[];
  readonly savingsPlan: BankSavingsPlan | null;
  /** What this bank's kind says nothing of (position files know no cash): it stays as we have it. Default nothing. */
  readonly silentOn?: readonly ('cash' | 'savingsPlan' | 'holderName')[];
}

export interface BankOrder {
  readonly action: TradeAction;
  readonly isin: string;
  readonly fromIsin: string | null;
  readonly quantity: number;
  readonly amount: number;
}

export interface BankSavingsPlanOrder {
  readonly contribution: number;
  readonly entries: readonly { readonly isin: string; readonly fraction: number }[];
}

/** Everything one execution asks of the bank. `clientOrderId` is fixed and stored before anything is sent. */
export interface BankExecution {
  readonly clientOrderId: string;
  readonly externalKey: string;
  /** Hex SHA-256 over contract, positions and amounts. */
  readonly transactionHash: string;
  readonly orders: readonly BankOrder[];
  readonly savingsPlan: BankSavingsPlanOrder | null;
}

export interface SigningMethod {
  readonly id: string;
  readonly type: SigningMethodType;
  readonly description: string;
  readonly maskedTarget: string | null;
}

/** A signing at the bank, bound to one transaction hash. */
export interface Signing {
  readonly signingId: string;
  readonly methods: readonly SigningMethod[];
  readonly selectedMethodId: string | null;
  readonly text: string;
  readonly state: SigningState;
  readonly attemptsLeft: number;
  readonly expiresAt: string;
}

export interface OrderResult {
  readonly isin: string;
  readonly action: TradeAction;
  readonly state: BankExecutionState;
  readonly executedQuantity: number;
  readonly executedAmount: number;
  readonly message: string | null;
}

/** What the bank knows of an execution. */
export interface ExecutionState {
  readonly clientOrderId: string;
  readonly state: BankExecutionState;
  readonly results: readonly OrderResult[];
  readonly traderCode: string | null;
  readonly traderMessage: string | null;
}

/** The one error of every gateway; `message` is the bank's own text, never a secret. */
export class TraderFault extends Error {
  readonly kind: TraderFaultKind;
  readonly traderCode: string | null;
  readonly isRetryable: boolean;
  readonly attemptsLeft: number | null;

  constructor(
    kind: TraderFaultKind,
    message: string,
    details: { traderCode?: string; isRetryable?: boolean; attemptsLeft?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'TraderFault';
    this.kind = kind;
    this.traderCode = details.traderCode ?? null;
    this.isRetryable = details.isRetryable ?? false;
    this.attemptsLeft = details.attemptsLeft ?? null;
  }
}

/**
 * The only way to a bank: one adapter a bank kind, so that a real bank is one more adapter.
 * Every method keeps its limits (connect 2 s, total 10 s, 4 at once per bank, breaker) and throws only {@link TraderFault}.
 * A lost answer, a time-out, a 5xx or garbage is `unknown`: the caller asks `findExecution` before sending again.
 */
export interface TraderGateway {
  /** Checks the password; answers until when the bank keeps the session. */
  signIn(access: TraderAccess): Promise<{ readonly loggedInUntil: string }>;
  changePassword(access: TraderAccess, newPassword: string): Promise<void>;
  listDepots(access: TraderAccess): Promise<readonly BankDepotHead[]>;
  readDepot(access: TraderAccess, externalKey: string): Promise<BankDepot>;
  /** Starts signing of an execution; no order is placed by it. */
  startSigning(access: TraderAccess, execution: BankExecution): Promise<Signing>;
  /** Chooses the method: sends the SMS or starts the approval in the bank's app. */
  selectMethod(access: TraderAccess, signingId: string, methodId: string): Promise<Signing>;
  readSigning(access: TraderAccess, signingId: string): Promise<Signing>;
  confirmSigning(access: TraderAccess, signingId: string, code: string): Promise<Signing>;
  /** Places the orders of a confirmed signing; the same clientOrderId again gives the same answer. */
  execute(access: TraderAccess, signingId: string, execution: BankExecution): Promise<ExecutionState>;
  /** null when the bank never heard of it. */
  findExecution(access: TraderAccess, clientOrderId: string): Promise<ExecutionState | null>;
  /** Opens a depot after signing; answers its key. */
  openDepot(access: TraderAccess, request: OpenDepotRequest): Promise<{ readonly externalKey: string }>;
  /** What became of an opening by its client request id; null when the bank never heard of it. */
  findOpening(
    access: TraderAccess,
    clientRequestId: string,
  ): Promise<{ readonly externalKey: string } | null>;
  startDepotSigning(access: TraderAccess, request: OpenDepotRequest): Promise<Signing>;
}

export interface OpenDepotRequest {
  readonly clientRequestId: string;
  readonly transactionHash: string;
  readonly holderName: string;
  readonly externalConsumerKey: string | null;
  readonly iban: string;
  readonly bic: string | null;
  readonly productKey: string;
  readonly consents: readonly string[];
  readonly signingId: string | null;
}
