import { ApiGateway } from './api/api-gateway.ts';
import { TraderFault, type TraderGateway } from './trader-gateway.ts';

/** Values of `issuers.trader_kind`. */
export type TraderKind = 'api' | 'file' | 'fints' | 'none';

/** What a bank tells about itself without a sign-in. */
export interface BankInfo {
  readonly bankId: string;
  readonly bankName: string;
  readonly bic: string | null;
  readonly loginHint: string | null;
  readonly passwordRules: {
    readonly minLength: number;
    readonly maxLength: number;
    readonly pattern: string | null;
  };
}

/** The gateways by kind of bank; a real bank is one more adapter here. */
export interface TraderGateways {
  /** @throws TraderFault notSupported for kinds that are not signed in to or have no adapter yet */
  of(kind: TraderKind): TraderGateway;
  /** null when the bank is unknown there or says nothing about itself. @throws TraderFault */
  readBank(kind: TraderKind, bankId: string): Promise<BankInfo | null>;
}

const refusals: Record<Exclude<TraderKind, 'api'>, string> = {
  file: 'Dieses Institut liefert Bestände als Datei; eine Anmeldung gibt es dort nicht.',
  fints: 'Für FinTS-Zugänge gibt es noch keine Anbindung.',
  none: 'Dieses Institut ist nicht angebunden.',
};

/** @param bankUrl address of the banks that speak docs/practice-bank.md, e.g. `http://127.0.0.1:8081` */
export function createTraderGateways(bankUrl: string): TraderGateways {
  const api = new ApiGateway(bankUrl);
  return {
    of(kind) {
      if (kind === 'api') return api;
      throw new TraderFault('notSupported', refusals[kind]);
    },
    readBank: async (kind, bankId) => (kind === 'api' ? api.readBank(bankId) : null),
  };
}
