import type { TariffReportType } from '@depotwerk/api/reports/tariff-reports';
import { ratedMatrix } from '@depotwerk/domain/tariff/rated-matrix';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readFundMatrixRating } from '../components/public.ts';
import { readNamesOf, readSubmittableVersion, readTariffVersion } from '../tariffs/public.ts';
import type {
  ReportedFund,
  ReportedGroup,
  TariffReportSource,
  VersionSource,
} from './report/tariff-source.ts';

export interface VersionWish {
  readonly versionNumber?: number | undefined;
  readonly comparedWith?: number | undefined;
}

/** What a report of a tariff is made from. @throws 404 without the version, 409 with nothing to compare with */
export async function readTariffReportSource(
  { database }: ReadServices,
  scope: Scope,
  tariffId: string,
  type: TariffReportType,
  wish: VersionWish,
): Promise<Omit<TariffReportSource, 'performance'>> {
  const [numbers, groups] = await database.readMany<
    [{ number: number; isPublished: boolean }, ReportedGroup]
  >(scope, [
    {
      sql: `select version_number as number, state = 'published' as "isPublished" from tariff_versions
               where tariff_id = $1 order by version_number desc`,
      parameters: [tariffId],
    },
    { sql: 'select id, peergroup_name as name, colour from peergroups order by id', parameters: [] },
  ]);
  const published = numbers.find(({ isPublished }) => isPublished)?.number;
  const newest = numbers[0]?.number;
  if (newest === undefined) throw notFound();
  const isComparison = type === 'tariffVersionComparison';
  const number = wish.versionNumber ?? (isComparison ? newest : (published ?? newest));
  const earlier = numbers.find((version) => version.number < number)?.number;
  const other = wish.comparedWith ?? (published === number ? earlier : (published ?? earlier));
  if (isComparison && other === undefined) throw new AppError('reports.versionMissing');
  const readVersion = async (versionNumber: number): Promise<VersionSource> => {
    const [version, stored] = await Promise.all([
      readTariffVersion({ database }, scope, tariffId, versionNumber),
      readSubmittableVersion(database, scope, tariffId, versionNumber),
    ]);
    if (!stored) throw notFound();
    return { version, content: stored.content };
  };
  const current = await readVersion(number);
  const before = isComparison && other !== undefined ? await readVersion(other) : null;
  const contents = [current, ...(before ? [before] : [])].map(({ content }) => content);
  const fundIds = contents.flatMap(({ tariff, components }) => [
    ...(tariff.fundMatrix?.securityIds ?? []),
    ...(components?.selection.tariffSelectedFunds ?? []),
    ...(components?.universe.tariffUniverseItems ?? []),
  ]);
  const [names, funds] = await Promise.all([
    readNamesOf(database, scope, contents),
    database.read<ReportedFund>(scope, {
      sql: `select id, isin, name, peergroup_id as "peergroupId", ongoing_fee as "ongoingFee" from funds
             where id = any ($1::int[])`,
      parameters: [[...new Set(fundIds)]],
    }),
  ]);
  const rated =
    type === 'tariffBasics' && isHybridTariffType(current.content.tariff.tariffTypeId)
      ? current.content.tariff.fundMatrix && ratedMatrix(current.content.tariff.fundMatrix)
      : null;
  const known = new Set(funds.map(({ id }) => id));
  return {
    current,
    before,
    names,
    ratings: rated?.allocationItems.every(({ securityId }) => known.has(securityId))
      ? await readFundMatrixRating(database, scope, rated)
      : [],
    groups: new Map(groups.map((group) => [group.id, group])),
    funds: new Map(funds.map((fund) => [fund.id, fund])),
  };
}
