import type { importSelection } from '@depotwerk/api/components/tariff-components';
import { largestFundListBytes } from '@depotwerk/domain/limits';
import { readFileApart } from '../../platform/file-threads/file-threads.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { fundFileReader } from './fund-file.ts';
import { readListedFunds } from './listed-funds.view.ts';

/**
 * Funds of an XLSX or CSV file by ISIN, in its order; nothing is stored. What is unknown, stands there twice or is no
 * ISIN comes back in lists with its row.
 *
 * @throws 400 import.wrongFormat for an empty or wrong file, 413 above 5 MB or 5,000 rows
 */
export const importFunds: BodyVerb<typeof importSelection> = async (services, { scope }, body) => {
  requirePermission(scope, 'tariffComponents.edit');
  const bytes = Buffer.from(body.content, 'base64');
  if (bytes.byteLength > largestFundListBytes) throw new AppError('common.payloadTooLarge');
  const { lines, duplicates, rowErrors } = await readFileApart(fundFileReader, {
    bytes,
    fileName: body.fileName,
  });
  const known = await services.database.read<{ id: number; isin: string }>(scope, {
    sql: 'select id, isin from funds where isin = any ($1::text[])',
    parameters: [lines.map(({ isin }) => isin)],
  });
  const idOf = new Map(known.map(({ id, isin }) => [isin, id]));
  return {
    tariffSelectedFunds: await readListedFunds(
      services.database,
      scope,
      lines.flatMap(({ isin }) => idOf.get(isin) ?? []),
    ),
    unknownIsins: lines.filter(({ isin }) => !idOf.has(isin)),
    duplicates: [...duplicates],
    rowErrors: [...rowErrors],
  };
};
