import type { CallAnswer } from '@depotwerk/api/call';
import type { previewTariffFile as previewCall } from '@depotwerk/api/tariffs/tariff-files';
import { compareTariffContents } from '@depotwerk/domain/tariff/compare-tariffs';
import type { ComparisonNames } from '@depotwerk/domain/tariff/comparison-fields';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { withoutComputedFunds } from '@depotwerk/domain/tariff/tariff-references';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readNamesOf } from '../tariff-names.view.ts';
import { editableStates, openStatesSql } from '../tariff-version.view.ts';
import { readSubmittableVersion, type SubmittableVersion } from '../version-content.view.ts';
import { importedTariff, type MatchedFile, markOf, matchFile } from './match-file.view.ts';
import type { OpenedFile } from './signed-file.ts';

type Preview = CallAnswer<typeof previewCall>;

/** A preview, and what the import takes from it. */
export interface FileInHouse {
  readonly preview: Preview;
  readonly matched: MatchedFile;
}

/** What a file would do in this house now. */
export async function readFileInHouse(
  reader: Reader,
  scope: Scope,
  { payload, fingerprint }: OpenedFile,
  ownFingerprint: string,
): Promise<FileInHouse> {
  const [matched, keys, tariffs] = await Promise.all([
    matchFile(reader, scope, payload),
    reader.read<{ keyName: string }>(scope, {
      sql: 'select key_name as "keyName" from trusted_tariff_keys where fingerprint = $1',
      parameters: [fingerprint],
    }),
    reader.read<{ id: string; versionNumber: number }>(scope, {
      sql: `select t.id, v.version_number as "versionNumber" from tariffs t
          join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id
           and v.state in (${openStatesSql}, 'published')
         where lower(t.key) = lower($1) or lower(v.content->'tariff'->>'key') = lower($1)
         order by v.state = 'published', v.version_number desc`,
      parameters: [payload.content.tariff.key],
    }),
  ]);
  const [here] = tariffs;
  const current = here ? await readSubmittableVersion(reader, scope, here.id, here.versionNumber) : null;
  const after = {
    ...withoutComputedFunds(matched.content),
    tariff: importedTariff(matched.content, current?.content.tariff ?? null),
  };
  const shown = await differencesTo(reader, scope, matched, current, after);
  const isUnchanged =
    current !== null &&
    shown.differences.length + shown.matrices.length === 0 &&
    matched.components.every(({ existingId }) => existingId !== null) &&
    isSame(current, after, payload.sriLimits);
  const { tariff } = payload.content;
  const said: Omit<Preview, 'previewMark'> = {
    signature: {
      fingerprint,
      trustedAs: fingerprint === ownFingerprint ? payload.houseName : (keys[0]?.keyName ?? null),
      isOwn: fingerprint === ownFingerprint,
      houseName: payload.houseName,
      signedAt: payload.signedAt,
    },
    tariff: {
      name: tariff.name,
      key: tariff.key,
      versionNumber: payload.versionNumber,
      state: payload.state,
    },
    effect: effectOf(current, isUnchanged),
    tariffId: here?.id ?? null,
    comparedVersion: current?.versionNumber ?? null,
    components: matched.components.map(({ kind, name, key, existingId }) => ({
      kind,
      name,
      key,
      isReused: existingId !== null,
    })),
    missing: [...matched.missing],
    ...shown,
  };
  return {
    preview: { ...said, previewMark: markOf(said) },
    matched: { ...matched, content: { ...matched.content, tariff: after.tariff } },
  };
}

function effectOf(current: SubmittableVersion | null, isUnchanged: boolean): Preview['effect'] {
  if (!current) return 'new';
  if (isUnchanged) return 'unchanged';
  if (current.state === 'published') return 'newVersion';
  return editableStates.includes(current.state) ? 'replaceDraft' : 'waiting';
}

/** Whether the house has all of it already, with the limits nobody sees on a page. */
function isSame(
  { content }: SubmittableVersion,
  after: TariffContent,
  limits: SubmittableVersion['content']['sriLimits'],
): boolean {
  const limited = (each: readonly (number | null)[]) => (each.some((limit) => limit !== null) ? each : []);
  return (
    canonicalJson(content.tariff) === canonicalJson(after.tariff) &&
    canonicalJson(limited(content.sriLimits)) === canonicalJson(limited(limits))
  );
}

async function differencesTo(
  reader: Reader,
  scope: Scope,
  matched: MatchedFile,
  current: SubmittableVersion | null,
  after: TariffContent,
): Promise<Pick<Preview, 'differences' | 'matrices'>> {
  if (!current) return { differences: [], matrices: [] };
  const before = withoutComputedFunds({
    tariff: current.content.tariff,
    components: current.content.components,
  });
  const known = await readNamesOf(reader, scope, [before, after]);
  const newNames = new Map(
    matched.components.flatMap(({ kind, name, key, existingId }) =>
      existingId === null && after.components ? [[after.components[kind].id, `${name} (${key}, neu)`]] : [],
    ),
  );
  const names: ComparisonNames = (kind, id) =>
    (kind === 'component' ? newNames.get(String(id)) : matched.missingNames.get(`${kind} ${id}`)) ??
    known(kind, id);
  const { differences, matrices } = compareTariffContents(before, after, names);
  return {
    differences: [...differences],
    matrices: matrices.map((matrix) => ({
      ...matrix,
      rows: matrix.rows.map((row) => ({ label: row.label, before: [...row.before], after: [...row.after] })),
    })),
  };
}
