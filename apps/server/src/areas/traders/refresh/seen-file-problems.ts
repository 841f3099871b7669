import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { JobProblem } from '../../../platform/jobs/job-handler.ts';
import type { StatementProblem } from '../../../platform/position-files/statement.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { depotCondition, depotOwnerJoin, linkedContractCondition } from '../depots/visible-depots.view.ts';

const code = 'import.rowRefused';
const unread: JobProblem = {
  code,
  message:
    'Dateien dieses Instituts konnten nicht ganz gelesen werden. Bitte wenden Sie sich an Ihre Administration.',
};

/**
 * What could not be read of an institution's position files, as far as it is the caller's to know: the files hold the
 * depots of everybody. Of depots he sees he is told all; what is nobody's, and files as a whole, are for those who may see
 * customers without a group; whoever may not is told that there is something. Part of a system job.
 */
export async function seenFileProblems(
  transaction: Transaction<Schema>,
  issuerId: number,
  scope: Scope | null,
  problems: readonly StatementProblem[],
): Promise<JobProblem[]> {
  if (scope === null || problems.length === 0) return [];
  const { includesWithoutGroup } = visibilityOf(scope, 'groupCustomers.view');
  const accounts = problems.flatMap(({ account }) => (account === null ? [] : [account]));
  const known = await ownersOf(transaction, issuerId, scope, accounts);
  const isSeen = ({ account }: StatementProblem) =>
    (account === null ? undefined : known.get(account)) ?? includesWithoutGroup;
  const seen = problems
    .filter(isSeen)
    .map(({ account, message }): JobProblem => ({ code, message, externalKey: account }));
  const hidesUnplaced = !includesWithoutGroup && problems.some(({ account }) => account === null);
  return hidesUnplaced ? [...seen, unread] : seen;
}

/** For accounts somebody is known to own: whether the caller sees them. */
async function ownersOf(
  transaction: Transaction<Schema>,
  issuerId: number,
  scope: Scope,
  accounts: readonly string[],
): Promise<Map<string, boolean>> {
  if (accounts.length === 0) return new Map();
  const parameters = new Parameters();
  const wanted = parameters.add([...new Set(accounts)]);
  const { rows } = await transaction.executeQuery<{ account: string; isSeen: boolean }>(
    CompiledQuery.raw(
      `select a.account, bool_or(${depotCondition(scope, parameters)} or ${linkedContractCondition(scope, parameters)}) as "isSeen"
         from unnest(${wanted}::text[]) as a (account)
         join trader_depots d on d.tenant_id = app_tenant_id() and d.issuer_id = ${parameters.add(issuerId)}
          and contract_match_key(d.external_key) = contract_match_key(a.account) ${depotOwnerJoin}
        group by a.account`,
      parameters.values,
    ),
  );
  return new Map(rows.map(({ account, isSeen }) => [account, isSeen]));
}
