import type { MethodType, PasswordState } from '../sign-in/login.ts';

export interface DemoBank {
  readonly bankId: string;
  readonly bankName: string;
  readonly bic: string;
  readonly depotPrefix: string;
  readonly executionDelayMs: number;
  readonly password: string;
  readonly passwordState: PasswordState;
  readonly methods: readonly MethodType[];
}

/** TOTP seed of every demo login. */
export const demoTotpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Bank ids starting with 9 do not exist; the product's demo issuers carry the same (docs/practice-bank.md). */
export const demoBanks: readonly DemoBank[] = [
  {
    bankId: '90010001',
    bankName: 'Quaderbank Depotservice',
    bic: 'QUADDEF1XXX',
    depotPrefix: 'QB',
    executionDelayMs: 0,
    password: 'Quader-2026',
    passwordState: 'valid',
    methods: ['sms', 'totp'],
  },
  {
    bankId: '90020002',
    bankName: 'Talgrund Fondsbank',
    bic: 'TALGDEF1XXX',
    depotPrefix: 'TG',
    executionDelayMs: 3000,
    password: 'Talgrund-2026',
    passwordState: 'valid',
    methods: ['decoupled'],
  },
  {
    bankId: '90030003',
    bankName: 'Marschland Direktbank',
    bic: 'MARSDEF1XXX',
    depotPrefix: 'MD',
    executionDelayMs: 0,
    password: 'Marsch-2026',
    passwordState: 'valid',
    methods: ['totp'],
  },
  {
    bankId: '90040004',
    bankName: 'Heidegrund Privatbank',
    bic: 'HEIGDEF1XXX',
    depotPrefix: 'HP',
    executionDelayMs: 0,
    password: 'Heide-2025',
    passwordState: 'expired',
    methods: ['sms'],
  },
  {
    bankId: '90050005',
    bankName: 'Steinufer Kreditbank',
    bic: 'STUFDEF1XXX',
    depotPrefix: 'SK',
    executionDelayMs: 0,
    password: 'Steinufer-2026',
    passwordState: 'locked',
    methods: ['sms'],
  },
];

/** Password of every login at a demo bank. @throws for another bank */
export function demoPasswordOf(bankId: string): string {
  const bank = demoBanks.find((known) => known.bankId === bankId);
  if (bank === undefined) throw new RangeError(`No demo bank ${bankId}.`);
  return bank.password;
}
