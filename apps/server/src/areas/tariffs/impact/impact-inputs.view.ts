import { createHash } from 'node:crypto';
import type { Reader } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { calendarOf, hashOfVersion, type VersionTariffs } from '../../optimization/public.ts';
import { readSubmittableVersion, type SubmittableVersion } from '../version-content.view.ts';

/** What an impact preview is computed from, at one moment. */
export interface ImpactInputs {
  readonly version: SubmittableVersion;
  /** Number of the version contracts follow; null = none. */
  readonly comparedWith: number | null;
  readonly stamp: string;
  readonly bookStamp: string;
  /** Of everything checks and plans read of both versions and of the funds. */
  readonly hash: Buffer;
}

interface Marks {
  readonly stamp: string;
  readonly bookStamp: string;
  readonly comparedWith: number | null;
  readonly publishedId: string | null;
}

/** Cheap signs of change: of the fund data and tariffs, and of the tariff's contracts by class, number and value. */
export async function readImpactMarks(reader: Reader, scope: Scope, tariffId: string): Promise<Marks | null> {
  const [row] = await reader.read<Marks>(scope, {
    sql: `select
        (select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(id), 0) from advice_changes) as stamp,
        (select md5(coalesce(string_agg(s.text, ',' order by s.text), '')) from (
           select coalesce(risk_class_id, 0) || ':' || sum(contract_count) || ':' || sum(total_value) as text
             from contract_statistics where tariff_id = t.id group by risk_class_id having sum(contract_count) > 0) s
        ) as "bookStamp",
        v.version_number as "comparedWith", v.id as "publishedId"
      from tariffs t
      left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
     where t.id = $1`,
    parameters: [tariffId],
  });
  return row ?? null;
}

/** The inputs as they are now; null when tariff or version do not exist. */
export async function readImpactInputs(
  reader: Reader,
  tariffs: VersionTariffs,
  scope: Scope,
  tariffId: string,
  versionNumber: number,
): Promise<ImpactInputs | null> {
  const marks = await readImpactMarks(reader, scope, tariffId);
  const version = marks && (await readSubmittableVersion(reader, scope, tariffId, versionNumber));
  if (!marks || !version) return null;
  const { stamp, bookStamp, comparedWith } = marks;
  const published =
    comparedWith === null ? null : await readSubmittableVersion(reader, scope, tariffId, comparedWith);
  const hashOf = async (side: SubmittableVersion | null) =>
    side &&
    hashOfVersion(
      // A draft's components may change without it: within one stamp they cannot.
      await tariffs.version(scope, stamp, `${side.tariffVersionId} ${side.rowVersion}`, side.content),
    );
  const calendars = [published, version].map((side) => side && calendarOf(side.content));
  const hashes = [await hashOf(published), await hashOf(version), calendars];
  const hash = createHash('sha256').update(JSON.stringify(hashes)).digest();
  return { version, comparedWith, stamp, bookStamp, hash };
}
