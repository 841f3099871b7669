import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  type ClaimedColumn,
  type ClaimedStatement,
  claimedStatements,
} from '../../../test/statements/claims.ts';
import { type DescribedColumn, StatementReader } from '../../../test/statements/describe.ts';
import { hole } from '../../../test/statements/values.ts';
import { fundStaging, fundStagingColumns } from '../../areas/funds/import/fund-staging.ts';
import { priceStaging, priceStagingColumns } from '../../areas/funds/import/price-staging.ts';

const world = useTestDatabase();
const root = fileURLToPath(new URL('../../../../../', import.meta.url)).replace(/\/$/, '');

/** As many statements may be such that only a run puts them together: of tables it creates, of names it is given, of what a job was about. */
const mostOpen = 32;

/** Rows of a cursor: the statement that declares it is described, `fetch` itself tells no columns. */
const cursors = new Set(['apps/server/src/areas/funds/import/write-report.ts']);

/** Columns that may be null in their table and never are in the rows read; the reason beside each. */
const neverNull: Readonly<Record<string, readonly string[]>> = {
  // Orders of other origin, without user, institution and signature, are never read with these columns.
  'apps/server/src/areas/traders/orders/': ['userId', 'issuerId', 'externalKey', 'signingId'],
  // A linked depot has its contract (a check of the table).
  'apps/server/src/areas/traders/refresh/take-depot-list.ts': ['contractId'],
  // A suggested profile has its class (a check of the table).
  'apps/server/src/areas/optimization/accept-suggested-riskprofile.ts': ['suggested_risk_class_id'],
  // A registration that waits was confirmed (a check of the table).
  'apps/server/src/areas/prospects/decide-registration.ts': ['confirmedAt'],
  // Found by the peer group.
  'apps/server/src/areas/analysis/tariff-performance/group-prices.view.ts': ['peergroup_id'],
  'apps/server/src/areas/analysis/contract-performance.view.ts': ['peergroup_id'],
  // Found by the day being over.
  'apps/server/src/areas/customers/privacy/erase-expired-job.ts': ['retentionUntil'],
  // Institutions the practice bank plays have a bank code.
  'apps/demo/src/practice-bank/bank-seed-lines.ts': ['bankId'],
};

interface Checked extends ClaimedStatement {
  readonly described: readonly DescribedColumn[] | null;
  readonly failure: string;
}
const checked: Checked[] = [];

const fileOf = (place: string) => place.slice(0, place.lastIndexOf(':'));

async function check(reader: StatementReader, statement: ClaimedStatement): Promise<Checked> {
  let failure = 'its text cannot be told from the source';
  let described: readonly DescribedColumn[] | null = null;
  for (const text of statement.texts.filter((one) => one !== '')) {
    const answer = await reader.describe(text);
    if (answer.columns) described ??= answer.columns;
    else failure = answer.failure;
  }
  return { ...statement, described, failure };
}

beforeAll(async () => {
  // Tables of the imports themselves, each read by one of their statements.
  await world.owner.query(`create temp table ${priceStaging} (${priceStagingColumns})`);
  await world.owner.query(`create temp table ${fundStaging} (${fundStagingColumns})`);
  const reader = new StatementReader(world.owner);
  for (const statement of claimedStatements(root)) checked.push(await check(reader, statement));
  // The compiler reads the whole server: seconds on a quiet machine, more beside others.
}, 180_000);

/** What the server's value parsers make of a type's values; json says nothing. */
function kindOf(typeId: number): string | null {
  if ([114, 3802].includes(typeId)) return null;
  if (typeId === 16) return 'boolean';
  if ([20, 21, 23, 26, 700, 701, 1700].includes(typeId)) return 'number';
  if ([19, 25, 869, 1043, 1082, 1083, 1114, 1184, 2950].includes(typeId)) return 'string';
  return 'object';
}

/** One claim against each column it names; empty when both say the same. */
function liesOf({ place, texts, columns, described }: Checked): string[] {
  if (!columns || !described || cursors.has(fileOf(place))) return [];
  const real = new Map(described.map((column) => [column.name, column]));
  return columns.flatMap((claim) => {
    const column = real.get(claim.name);
    if (!column) return claim.isOptional ? [] : [`${place} claims a column ${claim.name} that is not read`];
    const isSaid = texts.some((one) => one.includes(`${column.column} is not null`));
    return lieAbout(place, claim, isSaid ? { ...column, isNotNull: null } : column);
  });
}

function lieAbout(place: string, claim: ClaimedColumn, column: DescribedColumn): string[] {
  const kind = kindOf(column.typeId);
  if (kind !== null && claim.kinds.size > 0 && !claim.kinds.has(kind)) {
    return [`${place} takes ${claim.name} for a ${[...claim.kinds].join(' or ')}; it is a ${kind}`];
  }
  const known = Object.entries(neverNull).some(
    ([path, names]) => place.startsWith(path) && names.includes(claim.name),
  );
  return column.isNotNull === false && !claim.isNullable && !known
    ? [`${place} takes ${claim.name} for always there; its column may be null`]
    : [];
}

test('every statement of the server fits the migrated schema', () => {
  const failed = checked.filter(({ described }) => described === null);
  const isOpen = ({ texts }: Checked) => texts.every((one) => one === '' || one.includes(hole));
  const broken = failed.filter((one) => !isOpen(one)).map(({ place, failure }) => `${place}: ${failure}`);
  expect(broken).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(mostOpen);
  expect(checked.length).toBeGreaterThan(700);
});

test('claimed row types say what the statements read: names, kinds of values, and null where a table allows it', () => {
  expect(checked.flatMap(liesOf)).toEqual([]);
  expect(checked.filter(({ columns, described }) => columns && described).length).toBeGreaterThan(300);
});
