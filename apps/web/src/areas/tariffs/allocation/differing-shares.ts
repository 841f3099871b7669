import { allocationItem, fundMatrixBody } from '@depotwerk/api/tariffs/tariff-fields';
import { formatPercent } from '@depotwerk/domain/percent';
import * as z from 'zod/mini';
import { queryClient } from '../../../platform/query-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { t } from '../../../texts/texts.ts';
import { knownFundNames } from '../lookup-queries.ts';
import { peergroupsQuery } from './allocation-queries.ts';
import { firstTexts } from './differing-entries.ts';

const groupShares = z.array(allocationItem);
const fundShares = fundMatrixBody.shape.allocationItems;

interface Share {
  readonly rowId: number;
  readonly riskClassId: number;
  /** Null in a cell that is not used. */
  readonly fraction: number | null;
}

/** What is compared: a column's class is said where its two versions stand. */
type MatrixPart = 'matrix' | 'column';

/**
 * The shares of one matrix of peer groups that another one has not, cell by cell: "Aktien Europa, RK 1: 2,3 %". Nobody can
 * choose between two numbers of cells. Undefined for what are no two matrices, or the same.
 */
export function differingShares(
  shares: unknown,
  otherShares: unknown,
  part: MatrixPart = 'matrix',
): string | undefined {
  const sharesOf = (value: unknown) =>
    parseKnown(groupShares, value).data?.map(
      ({ peergroupId, riskClassId, fraction, isUsed }): Share => ({
        rowId: peergroupId,
        riskClassId,
        fraction: isUsed ? fraction : null,
      }),
    );
  return differing(sharesOf(shares), sharesOf(otherShares), knownGroupNames(), part);
}

/** Names of the peer groups by id, as far as they are loaded. */
export const knownGroupNames = (): ReadonlyMap<number, string> =>
  new Map(
    (queryClient.getQueryData(peergroupsQuery().queryKey) ?? []).flatMap(({ peergroups }) =>
      peergroups.map(({ id, name }) => [id, name] as const),
    ),
  );

/** The same of two matrices of funds. */
export function differingFundShares(
  shares: unknown,
  otherShares: unknown,
  part: MatrixPart = 'matrix',
): string | undefined {
  const sharesOf = (value: unknown) =>
    parseKnown(fundShares, value).data?.map(
      ({ securityId, ...share }): Share => ({ rowId: securityId, ...share }),
    );
  return differing(sharesOf(shares), sharesOf(otherShares), knownFundNames(), part);
}

function differing(
  own: readonly Share[] | undefined,
  other: readonly Share[] | undefined,
  names: ReadonlyMap<number, string>,
  part: MatrixPart,
): string | undefined {
  if (own === undefined || other === undefined) return undefined;
  const [ownByCell, otherByCell] = [byCell(own), byCell(other)];
  // Both sides name the cells in the same order.
  const cells = [...new Map([...otherByCell, ...ownByCell])]
    .filter(([cell]) => shareText(ownByCell.get(cell)) !== shareText(otherByCell.get(cell)))
    .toSorted(([, a], [, b]) => a.riskClassId - b.riskClassId || a.rowId - b.rowId);
  if (cells.length === 0) return undefined;
  const named = cells.map(([cell, { rowId, riskClassId }]) => {
    const row = `${names.get(rowId) ?? rowId}`;
    const place =
      part === 'column' ? row : `${row}, ${t('allocation.className', { riskClass: riskClassId })}`;
    return `${place}: ${shareText(ownByCell.get(cell))}`;
  });
  return firstTexts(named);
}

const byCell = (shares: readonly Share[]): Map<string, Share> =>
  new Map(shares.map((share) => [`${share.rowId} ${share.riskClassId}`, share]));

const shareText = (share: Share | undefined): string =>
  share === undefined || share.fraction === null ? '–' : formatPercent(share.fraction, 0, 1);
