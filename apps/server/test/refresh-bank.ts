import type { TestDatabase } from './database.ts';

export const quader = { issuerId: 1, bankId: '90010001', password: 'Quader-2026' };
export const talgrund = { issuerId: 2, bankId: '90020002', password: 'Talgrund-2026' };
export const fileIssuer = 3;
/** Valid check digits, known here; the last one the bank knows alone. */
export const isins = ['DE0005933931', 'IE00B4L5Y983', 'LU0274208692'] as const;
export const unknownIsin = 'LU0292107645';
export const today = new Date().toISOString().slice(0, 10);

/** Every depot and every customer, unless a test says otherwise. */
export const holder = { firstName: 'Elif', lastName: 'Krüger' };

export interface BankDepotSeed {
  readonly externalConsumerKey?: string;
  readonly positions?: readonly { isin: string; quantity: number; costValue?: number }[];
  readonly cashValue?: number;
  readonly savingsPlan?: {
    contribution: number;
    contributionInterval: number;
    entries: readonly { isin: string; fraction: number }[];
  } | null;
  readonly holderName?: string;
  readonly state?: 'open' | 'rejected';
}

/** Banks and prices the practice bank is told first. */
export function bankSeed(): object[] {
  const bank = { kind: 'bank', bic: null, executionDelayMs: 0 };
  return [
    { ...bank, bankId: quader.bankId, bankName: 'Quaderbank Depotservice', depotPrefix: 'QB' },
    { ...bank, bankId: talgrund.bankId, bankName: 'Talgrund Fondsbank', depotPrefix: 'TG' },
    ...[...isins, unknownIsin].map((isin) => ({ kind: 'price', isin, price: 100, priceDate: today })),
  ];
}

/** Advisers who may see customers without a group as well. */
export async function addOfficeRole({ owner }: TestDatabase, tenantId: string, id: string): Promise<void> {
  await owner.query("insert into roles (tenant_id, id, role_name) values ($1, $2, 'Berater mit Ablage')", [
    tenantId,
    id,
  ]);
  await owner.query(
    `insert into role_permissions (tenant_id, role_id, permission_id)
      select r.tenant_id, $2::uuid, p.permission_id
        from role_permissions p join roles r on r.tenant_id = p.tenant_id and r.id = p.role_id
       where r.tenant_id = $1 and r.role_key = 'adviser' union select $1::uuid, $2::uuid, 'customers.viewWithoutGroup'`,
    [tenantId, id],
  );
}
