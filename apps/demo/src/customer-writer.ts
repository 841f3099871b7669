/** Draws customers and writes them with their contracts. */

import { addMonths } from '@depotwerk/domain/add-months';
import { foldText } from '@depotwerk/domain/fold-text';
import { addDays } from './bank-days.ts';
import { completeIban } from './check-digits.ts';
import type { ContractTables } from './contract-tables.ts';
import { type DrawnContract, writeContract } from './contract-writer.ts';
import type { CustomerCopies } from './customer-copies.ts';
import { drawAddress, drawPerson, mailPart, type Person } from './people.ts';
import { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';

/** Customers are drawn in blocks, so that contracts spread over them without any state in between. */
export const blockSize = 100;

/** The customer the demo sign-in `kunde@…` belongs to. */
const signInCustomer: Person = { salutation: 'Frau', title: '', firstName: 'Erika', lastName: 'Müller' };

/**
 * The number tax offices print as their example. Nobody else gets one: every fourth or so that could be drawn belongs to
 * somebody.
 */
const sampleTaxNumber = '86095742719';

/** Id of a customer; the sign-in of the role Kunde needs it before the customer is drawn. */
export function customerId(seed: number, tenantKey: string, index: number): string {
  return new Random(seed, 'customerId', tenantKey, index).uuid();
}

/** How many contracts each customer of a block has. The first customer has one whenever there is one. */
export function contractsPerCustomer(random: Random, customers: number, contracts: number): number[] {
  const counts = Array.from({ length: customers }, () => 0);
  const order = counts.map((_, index) => index);
  for (let index = order.length - 1; index > 1; index -= 1) {
    const other = random.int(1, index);
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  for (let contract = 0; contract < contracts; contract += 1) {
    const chosen = contract < customers ? order[contract] : random.int(0, customers - 1);
    counts[chosen ?? 0] = (counts[chosen ?? 0] ?? 0) + 1;
  }
  return counts;
}

const knowledgeKinds = ['Aktienfonds', 'Rentenfonds', 'Mischfonds', 'ETF', 'Immobilienfonds', 'Zertifikate'];
const aimKinds = ['Altersvorsorge', 'Vermögensaufbau', 'Rücklage', 'Ausbildung der Kinder', 'Eigenheim'];

function writeCustomer(
  world: TenantWorld,
  tables: ContractTables,
  index: number,
  contracts: number,
  firstContract: number,
): void {
  const { tenant, seed, anchor } = world;
  const random = new Random(seed, 'customer', tenant.key, index);
  const drawn = drawPerson(random);
  const person = index === 0 && tenant.key === 'demo.example' ? signInCustomer : drawn;
  const address = drawAddress(random);
  const branch =
    random.chance(0.04) && index > 0
      ? null
      : (tenant.branches[random.int(0, tenant.branches.length - 1)] ?? null);
  const group = index === 0 ? (tenant.branches[0] ?? null) : branch;
  const age = Math.min(88, Math.max(19, Math.round(47 + 14 * random.normal())));
  const born = addDays(anchor, -Math.round(age * 365.25) - random.int(0, 364));
  const account = `9${String(random.int(0, 9_999_999)).padStart(7, '0')}${String(random.int(0, 999_999_999)).padStart(10, '0')}`;
  const externalKey = `K-${String(index + 1).padStart(7, '0')}`;
  const wantsSustainable = random.chance(0.06);
  const copies: CustomerCopies = {
    id: customerId(seed, tenant.key, index),
    groupId: group?.id ?? null,
    person,
    sortName: foldText(`${person.lastName} ${person.firstName}`),
    adviser: group === null ? null : (tenant.advisers.get(group.id) ?? null),
    iban: completeIban('DE', account),
    externalKey,
    sustainableShare: wantsSustainable ? 0.05 : null,
  };
  let count = 0;
  let total = 0;
  // The profile holds until the first one of any contract ends; here each contract runs.
  let profileUntil: string | null = null;
  for (let number = 0; number < contracts; number += 1) {
    const written: DrawnContract = writeContract(world, tables, copies, firstContract + number, born);
    if (written.isDeleted) continue;
    const { assessedUntil } = written;
    if (assessedUntil !== null && (profileUntil === null || assessedUntil < profileUntil))
      profileUntil = assessedUntil;
    count += 1;
    total += written.totalCents;
  }
  const knowledge = knowledgeKinds.filter(() => random.chance(0.45));
  const createdAt = `${addMonths(anchor, -random.int(2, 120))}T09:00:00Z`;
  tables.customers.add(
    tenant.id,
    copies.id,
    copies.groupId,
    externalKey,
    person.salutation,
    person.title,
    person.firstName,
    person.lastName,
    born,
    random.chance(0.85)
      ? `${mailPart(person.firstName)}.${mailPart(person.lastName)}${index + 1}@post.example`
      : null,
    random.chance(0.9) ? `+49 15${random.int(0, 9)} ${random.int(1_000_000, 9_999_999)}` : null,
    address.street,
    address.postalCode,
    address.city,
    copies.iban,
    null,
    person === signInCustomer ? sampleTaxNumber : null,
    JSON.stringify(knowledge),
    JSON.stringify({
      netIncomeMonthly: random.int(14, 62) * 100,
      liquidAssets: random.int(2, 160) * 1000,
      liabilities: random.int(0, 40) * 5000,
    }),
    JSON.stringify({ goal: random.pick(aimKinds), horizonYears: Math.max(1, 67 - age) }),
    JSON.stringify(
      wantsSustainable
        ? { kind: 'minimumShare', minimumShareSustainable: 0.05, paiTopics: [] }
        : { kind: 'none' },
    ),
    profileUntil,
    count,
    (total / 100).toFixed(2),
    createdAt,
    createdAt,
  );
}

/** Writes one block of customers with their contracts into the tables. */
export function writeCustomerBlock(
  world: TenantWorld,
  tables: ContractTables,
  block: number,
  customers: number,
  contracts: number,
): void {
  const first = block * blockSize;
  const size = Math.min(blockSize, customers - first);
  const before = Math.floor((first * contracts) / customers);
  const after = Math.floor(((first + size) * contracts) / customers);
  const counts = contractsPerCustomer(
    new Random(world.seed, 'block', world.tenant.key, block),
    size,
    after - before,
  );
  let contract = before;
  for (const [place, count] of counts.entries()) {
    writeCustomer(world, tables, first + place, count, contract);
    contract += count;
  }
}
