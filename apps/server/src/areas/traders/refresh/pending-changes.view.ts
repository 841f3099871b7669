import type { pendingChange, pendingChangeRow } from '@depotwerk/api/traders/refresh';
import type * as z from 'zod/mini';
import { hideFromOwnSide, type Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { readOfContract } from '../../contracts/public.ts';
import type { PlainPlan } from './dealt-with.ts';
import { storedValues } from './pending-change-rows.ts';

type PendingChange = z.output<typeof pendingChange>;
type ChangeRow = z.output<typeof pendingChangeRow>;

interface StoredChange {
  id: string;
  field_name: string;
  description: string;
  our_value: unknown;
  bank_value: unknown;
  created_at: string;
}

const titles = {
  holdings: 'Bestand',
  savingsPlan: 'Sparplan',
  cash: 'Sonstiges Guthaben',
  holderName: 'Depotinhaber',
  other: 'Änderung des Instituts',
} as const;

/** Open differences between the bank and us, with fund names; empty when there are none. @throws 404 */
export async function readPendingChanges(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<PendingChange[]> {
  hideFromOwnSide(scope);
  const rows = await readOfContract<StoredChange & { names: Record<string, string> | null }>(
    services,
    scope,
    contractId,
    () => ({
      selection: `p.id, p.field_name, p.description, p.our_value, p.bank_value, p.created_at,
        (select jsonb_object_agg(f.isin, f.name) from funds f where f.tenant_id = p.tenant_id and f.isin in (
          select jsonb_path_query(jsonb_build_array(p.our_value, p.bank_value), 'strict $.**.isin') #>> '{}')) as names`,
      tables:
        'join contract_pending_changes p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.processed_at is null',
      tail: `order by array_position(array['holdings', 'savingsPlan', 'contribution', 'cash', 'holderName'], p.field_name), p.id`,
    }),
  );
  return rows.map((row) => {
    const { kind, rows: lines } = describe(row, (isin) => row.names?.[isin] ?? isin);
    return {
      id: row.id,
      kind,
      title: titles[kind],
      description: row.description,
      rows: lines,
      createdAt: row.created_at,
    };
  });
}

function describe(
  change: StoredChange,
  nameOf: (isin: string) => string,
): { kind: PendingChange['kind']; rows: ChangeRow[] } {
  const { our_value: ours, bank_value: bank } = change;
  switch (change.field_name) {
    case 'holdings': {
      const before = storedValues.holdings.ours.parse(ours);
      const rows = storedValues.holdings.bank.parse(bank).map(({ isin, quantity }) => ({
        rowKey: isin,
        label: nameOf(isin),
        isin,
        unit: 'quantity' as const,
        ours: before.find((position) => position.isin === isin)?.quantity ?? 0,
        bank: quantity,
      }));
      return { kind: 'holdings', rows };
    }
    case 'savingsPlan':
      return {
        kind: 'savingsPlan',
        rows: planRows(
          storedValues.savingsPlan.ours.parse(ours),
          storedValues.savingsPlan.bank.parse(bank),
          nameOf,
        ),
      };
    case 'contribution':
      return { kind: 'savingsPlan', rows: [plainRow('contribution', 'Sparrate', 'euro', ours, bank)] };
    case 'cash':
      return { kind: 'cash', rows: [plainRow('cash', 'Guthaben', 'euro', ours, bank)] };
    case 'holderName':
      return { kind: 'holderName', rows: [plainRow('holderName', 'Name', 'text', ours, bank)] };
    default:
      return { kind: 'other', rows: [plainRow(change.field_name, change.field_name, 'text', ours, bank)] };
  }
}

function plainRow(
  rowKey: string,
  label: string,
  unit: ChangeRow['unit'],
  ours: unknown,
  bank: unknown,
): ChangeRow {
  return { rowKey, label, isin: null, unit, ours: shown(ours), bank: shown(bank) };
}

function shown(value: unknown): number | string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Rate and interval where they differ, then every fund whose share differs. */
function planRows(
  ours: PlainPlan | null,
  bank: PlainPlan | null,
  nameOf: (isin: string) => string,
): ChangeRow[] {
  const rows: ChangeRow[] = [];
  if (ours?.contribution !== bank?.contribution) {
    rows.push(plainRow('contribution', 'Sparrate', 'euro', ours?.contribution ?? 0, bank?.contribution ?? 0));
  }
  if (ours && bank && ours.contributionInterval !== bank.contributionInterval) {
    rows.push(
      plainRow('interval', 'Zahlweise', 'interval', ours.contributionInterval, bank.contributionInterval),
    );
  }
  const share = (plan: PlainPlan | null, isin: string) =>
    plan?.entries.find((entry) => entry.isin === isin)?.fraction ?? 0;
  const isins = new Set([...(ours?.entries ?? []), ...(bank?.entries ?? [])].map((entry) => entry.isin));
  for (const isin of isins) {
    const [before, after] = [share(ours, isin), share(bank, isin)];
    if (before === after) continue;
    rows.push({ rowKey: isin, label: nameOf(isin), isin, unit: 'fraction', ours: before, bank: after });
  }
  return rows;
}
