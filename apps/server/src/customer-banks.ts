import type { TraderFaultKind } from '@depotwerk/domain/contracts/trader-faults';
import type { BankFaultKind } from '@depotwerk/domain/depot-analysis/bank-faults';
import { BankFault, type CustomerBanks } from './areas/prospects/bank-link/customer-banks.ts';
import { sessionExpiredCode } from './areas/traders/gateway/api/bank-fault.ts';
import { CustomerGateway } from './areas/traders/gateway/api/customer-gateway.ts';
import { ExchangeFailed } from './areas/traders/gateway/api/http-exchange.ts';
import { TraderFault } from './areas/traders/gateway/trader-gateway.ts';

/** How long what a bank says of its sign-in is taken for true, that it has none shorter, and how long a list of banks waits for one. */
const knownMs = 5 * 60_000;
const knownWithoutMs = 30_000;
const hintMs = 3000;

const byCode = new Map<string, BankFaultKind>([
  [sessionExpiredCode, 'over'],
  ['signing.notConfirmed', 'notConfirmed'],
  ['signing.tooManySends', 'tooManyCodes'],
  ['signing.unknownMethod', 'unknownMethod'],
]);

const byKind: Partial<Record<TraderFaultKind, BankFaultKind>> = {
  wrongPassword: 'wrongLogin',
  locked: 'locked',
  mustUpdatePassword: 'passwordExpired',
  invalidCode: 'wrongCode',
  signingExpired: 'over',
  unavailable: 'unavailable',
  notFound: 'refused',
  refused: 'refused',
  notSupported: 'refused',
};

/** The same fault without the bank's words. */
function bankFaultOf(error: unknown): unknown {
  if (!(error instanceof TraderFault)) return error;
  const kind = byCode.get(error.traderCode ?? '') ?? byKind[error.kind];
  if (kind !== undefined) return new BankFault(kind, error.attemptsLeft);
  // An answer that was cut or too large is one nobody can read; no answer at all is silence.
  const isSilent = error.cause instanceof ExchangeFailed && /timeout/i.test(error.cause.message);
  return new BankFault(isSilent ? 'silent' : 'unreadable');
}

async function told<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw bankFaultOf(error);
  }
}

/** The banks behind `bankUrl`, as visitors reach them. */
export function createCustomerBanks(bankUrl: string): CustomerBanks {
  const gateway = new CustomerGateway(bankUrl);
  const hints = new Map<string, { readonly hint: string | null; readonly until: number }>();
  return {
    async loginHint(bankId) {
      const known = hints.get(bankId);
      if (known !== undefined && known.until > performance.now()) return known.hint;
      const hint = await told(gateway.loginHint(bankId, AbortSignal.timeout(hintMs)));
      hints.set(bankId, { hint, until: performance.now() + (hint === null ? knownWithoutMs : knownMs) });
      return hint;
    },
    signIn: (bankId, given) => told(gateway.signIn(bankId, given)),
    signOut: (access) => told(gateway.signOut(access)),
    readSigning: (access) => told(gateway.readSigning(access)),
    selectMethod: (access, methodId) => told(gateway.selectMethod(access, methodId)),
    confirm: (access, code) => told(gateway.confirm(access, code)),
    listDepots: (access) => told(gateway.listDepots(access)),
    readDepot: (access, externalKey) => told(gateway.readDepot(access, externalKey)),
  };
}
