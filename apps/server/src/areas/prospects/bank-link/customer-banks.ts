import type { SigningMethodType, SigningState } from '@depotwerk/domain/contracts/trading-words';
import type { BankFaultKind } from '@depotwerk/domain/depot-analysis/bank-faults';

/** A customer's session at her bank. The token lives in the clear only for the call. */
export interface BankAccess {
  readonly bankId: string;
  readonly token: string;
  /** Ends every call of a step. */
  readonly signal?: AbortSignal;
}

export interface BankSigning {
  readonly state: SigningState;
  readonly methods: readonly {
    readonly id: string;
    readonly type: SigningMethodType;
    readonly description: string;
    readonly maskedTarget: string | null;
  }[];
  readonly selectedMethodId: string | null;
  readonly text: string;
  readonly attemptsLeft: number;
  readonly expiresAt: string;
}

/** A position as a bank states it; null is what it does not say. Price and value are in its currency. */
export interface StatedPosition {
  readonly isin: string | null;
  readonly name: string;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly currency: string;
  readonly value: number | null;
}

export interface StatedDepot {
  readonly label: string;
  readonly positions: readonly StatedPosition[];
}

/** The one fault of the banks; it holds no word of theirs, so that none of it is shown or logged. */
export class BankFault extends Error {
  override readonly name = 'BankFault';
  readonly kind: BankFaultKind;
  readonly attemptsLeft: number | null;

  constructor(kind: BankFaultKind, attemptsLeft: number | null = null) {
    super(kind);
    this.kind = kind;
    this.attemptsLeft = attemptsLeft;
  }
}

/** What visitors may ask of their banks. Every method keeps the limits of docs/security.md and throws only {@link BankFault}. */
export interface CustomerBanks {
  /** What a bank's customers sign in with; null = they cannot. Known for some minutes. */
  loginHint(bankId: string): Promise<string | null>;
  signIn(
    bankId: string,
    given: { readonly loginName: string; readonly password: string },
  ): Promise<{ readonly token: string; readonly expiresAt: string; readonly signing: BankSigning }>;
  signOut(access: BankAccess): Promise<void>;
  readSigning(access: BankAccess): Promise<BankSigning>;
  selectMethod(access: BankAccess, methodId: string): Promise<BankSigning>;
  confirm(access: BankAccess, code: string): Promise<BankSigning>;
  listDepots(access: BankAccess): Promise<
    readonly {
      readonly externalKey: string;
      readonly label: string;
      readonly valuationDate: string | null;
      readonly totalValue: number | null;
    }[]
  >;
  readDepot(access: BankAccess, externalKey: string): Promise<StatedDepot>;
}
