import type { JobProblem } from '../../platform/jobs/job-handler.ts';

interface LeftOut {
  readonly contract_id: string;
  readonly message: string | null;
}

/**
 * What a chunk tells its job of contracts it left out, in the order of their rows.
 * @param code error code they are told under
 * @param contracts those of the chunk, for their numbers
 */
export function leftOutOf(
  code: string,
  rows: readonly LeftOut[],
  contracts: readonly { readonly id: string; readonly externalKey: string }[],
): { failed: number; problems: JobProblem[] } {
  const keyOf = new Map(contracts.map(({ id, externalKey }) => [id, externalKey]));
  return {
    failed: rows.length,
    problems: rows.map(({ contract_id: contractId, message }) => ({
      code,
      message: message ?? '',
      contractId,
      externalKey: keyOf.get(contractId) ?? '',
    })),
  };
}
