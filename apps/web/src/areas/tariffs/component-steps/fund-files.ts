import type { FundImport } from '@depotwerk/api/components/tariff-components';
import {
  exportSelection,
  exportUniverse,
  importSelection,
  importUniverse,
} from '@depotwerk/api/components/tariff-components';
import { largestFundListBytes } from '@depotwerk/domain/limits';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { base64Of } from '../../../platform/upload-check.ts';

/** Lists that come and go as files. */
export type FundListKind = 'selection' | 'universe';

/** Why a file is not even sent. */
export type FileFault = 'empty' | 'tooLarge';

export function fileFault(size: number): FileFault | null {
  if (size === 0) return 'empty';
  return size > largestFundListBytes ? 'tooLarge' : null;
}

/**
 * Reads funds from a file; nothing is stored.
 *
 * @throws ApiError `import.wrongFormat` for a file that is no list of funds, or an empty one
 */
export async function importFunds(kind: FundListKind, file: File): Promise<FundImport> {
  const body = {
    fileName: file.name.slice(-200),
    content: base64Of(new Uint8Array(await file.arrayBuffer())),
  };
  const answer = await callApi(kind === 'selection' ? importSelection : importUniverse, { body });
  // A list without any known fund is none for a universe.
  if (kind === 'universe' && answer.tariffSelectedFunds.length === 0) {
    throw new ApiError({ kind: 'http', status: 400, code: 'import.wrongFormat' });
  }
  return answer;
}

/** What a file is made of: named funds in their order, or all of a universe's type. */
export type ExportedFunds =
  | { readonly ids: readonly number[] }
  | { readonly tariffUniverseType: number; readonly maximumRiskIndicator: number | null };

/** The list as a file, named after the component's key. */
export function exportFunds(
  kind: FundListKind,
  key: string,
  funds: ExportedFunds,
  format: 'xlsx' | 'csv',
): Promise<{ fileName: string; blob: Blob }> {
  const body = {
    key: key.trim(),
    format,
    ...('ids' in funds
      ? { ids: [...funds.ids] }
      : {
          tariffUniverseType: funds.tariffUniverseType,
          ...(funds.maximumRiskIndicator === null
            ? {}
            : { maximumRiskIndicator: funds.maximumRiskIndicator }),
        }),
  };
  return callFile(
    kind === 'selection' ? exportSelection : exportUniverse,
    { body },
    `${key || kind}.${format}`,
  );
}
