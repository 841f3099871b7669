import { createHash } from 'node:crypto';
import type { MissingReference, TariffFilePayload } from '@depotwerk/api/tariffs/tariff-files';
import { applicableTariff } from '@depotwerk/domain/tariff/check-product-type';
import { applicableUniverse } from '@depotwerk/domain/tariff/check-universe-component';
import type {
  ComponentDrafts,
  ComponentKind,
  TariffContent,
  TariffDraft,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { componentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import { idsIn, withIds } from '@depotwerk/domain/tariff/tariff-references';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { readComponentsByKey } from '../../components/public.ts';

/** What a component of the file is here: one that says the same already, or a new one under a free key. */
export interface MatchedComponent {
  readonly kind: ComponentKind;
  readonly name: string;
  readonly key: string;
  /** Id of the one that is here; null = it is new. */
  readonly existingId: string | null;
}

/** The file in the terms of this house. */
export interface MatchedFile {
  /** With the ids of this house; what is missing has a negative one, what is new a made-up one. */
  readonly content: TariffContent;
  readonly components: readonly MatchedComponent[];
  readonly missing: readonly MissingReference[];
  /** Names of what has a negative id. */
  readonly missingNames: ReadonlyMap<string, string>;
}

interface Found {
  kind: MissingReference['kind'];
  mark: string;
  id: number;
  isInactive: boolean;
}

/** Finds what a file names in this house: funds by ISIN, peer groups by key, issuers and insurers by name. */
export async function matchFile(
  reader: Reader,
  context: DbContext,
  { content, references, sriLimits }: TariffFilePayload,
): Promise<MatchedFile> {
  const wanted = [
    ...references.funds.map(({ id, name, isin }) => ({ kind: 'fund' as const, id, name, mark: isin })),
    ...references.peergroups.map(({ id, name, key }) => ({
      kind: 'peergroup' as const,
      id,
      name,
      mark: key,
    })),
    ...references.issuers.map(({ id, name }) => ({ kind: 'issuer' as const, id, name, mark: name })),
    ...references.insurers.map(({ id, name }) => ({ kind: 'insurer' as const, id, name, mark: name })),
    ...references.costModels.map((name) => ({ kind: 'costModel' as const, id: 0, name, mark: name })),
  ];
  const found = await readFound(reader, context, wanted);
  // Inactive funds may stand in lists; what the tariff itself names has to be active.
  const direct = new Set(idsIn({ tariff: content.tariff, components: null }).funds);
  const hasToBeActive = (kind: MissingReference['kind'], id: number) =>
    kind === 'issuer' || kind === 'insurer' || (kind === 'fund' && direct.has(id));
  const [here, missingNames] = [new Map<string, number>(), new Map<string, string>()];
  const missing: MissingReference[] = [];
  for (const { kind, id, name, mark } of wanted) {
    const match = found.get(`${kind} ${mark.toLowerCase()}`);
    if (match) here.set(`${kind} ${id}`, match.id);
    else {
      here.set(`${kind} ${id}`, -(missingNames.size + 1));
      missingNames.set(`${kind} ${-(missingNames.size + 1)}`, kind === 'fund' ? `${name} (${mark})` : name);
    }
    if (!match || (match.isInactive && hasToBeActive(kind, id)))
      missing.push({ kind, mark, name, isNeeded: kind !== 'costModel', isInactive: match !== undefined });
  }
  const idHere = (kind: string) => (id: number) => here.get(`${kind} ${id}`) ?? id;
  const local = withIds(content, {
    fund: idHere('fund'),
    peergroup: idHere('peergroup'),
    issuer: idHere('issuer'),
    insurer: idHere('insurer'),
    component: (id) => id,
  });
  return { ...(await withComponents(reader, context, local, sriLimits)), missing, missingNames };
}

async function readFound(
  reader: Reader,
  context: DbContext,
  wanted: readonly { readonly kind: MissingReference['kind']; readonly mark: string }[],
): Promise<ReadonlyMap<string, Found>> {
  const marks = (kind: MissingReference['kind']) =>
    wanted.flatMap((each) => (each.kind === kind ? each.mark.toLowerCase() : []));
  const rows = await reader.read<Found>(context, {
    sql: `select 'fund' as kind, isin as mark, id, is_inactive as "isInactive" from funds where lower(isin) = any ($1::text[])
      union all select 'peergroup', peergroup_key, id, is_inactive from peergroups where lower(peergroup_key) = any ($2::text[])
      union all select 'issuer', issuer_name, id, is_inactive from issuers where lower(issuer_name) = any ($3::text[])
      union all select 'insurer', insurer_name, id, is_inactive from insurers where lower(insurer_name) = any ($4::text[])
      union all select 'costModel', cost_model_name, id, false from cost_models
        where lower(cost_model_name) = any ($5::text[])`,
    parameters: [marks('fund'), marks('peergroup'), marks('issuer'), marks('insurer'), marks('costModel')],
  });
  return new Map(rows.map((row) => [`${row.kind} ${row.mark.toLowerCase()}`, row]));
}

/** What rules the content of a component, in one text: name, key and state do not, nor the funds a rule finds. */
function ruling(
  kind: ComponentKind,
  draft: ComponentDrafts[ComponentKind],
  limits: readonly (number | null)[],
): string {
  const { name: _name, key: _key, isInactive: _isInactive, ...content } = draft;
  const isAutomatic = 'tariffFundSelectionManualMode' in content && !content.tariffFundSelectionManualMode;
  return canonicalJson({
    ...content,
    id: null,
    ...(isAutomatic && { tariffSelectedFunds: [] }),
    ...(kind === 'risk' && { limits: limits.some((limit) => limit !== null) ? limits : [] }),
  });
}

type Components = NonNullable<TariffContent['components']>;

/** The content with components that are here already where they say the same, and free keys for the others. */
async function withComponents(
  reader: Reader,
  context: DbContext,
  content: TariffContent,
  limits: readonly (number | null)[],
): Promise<Pick<MatchedFile, 'content' | 'components'>> {
  if (content.components === null)
    return { content: { ...content, tariff: applicableTariff(content.tariff) }, components: [] };
  let components: Components = { ...content.components, universe: stripped(content.components.universe) };
  const keys = componentKinds.map((kind) => components[kind].key);
  const known = await readComponentsByKey(reader, context, keys);
  const matched: MatchedComponent[] = [];
  const idOf = new Map<string, string>();
  for (const kind of buildingOrder) {
    const draft = components[kind];
    const text = ruling(kind, draft, limits);
    const here = known.find(
      (each) =>
        each.kind === kind &&
        isKeyLike(each.draft.key, draft.key) &&
        ruling(kind, each.draft, each.limits) === text,
    );
    const taken = new Set(known.flatMap((each) => (each.kind === kind ? each.draft.key.toLowerCase() : [])));
    const key = here?.draft.key ?? freeKey(draft.key, taken);
    matched.push({ kind, name: here?.draft.name ?? draft.name, key, existingId: here?.id ?? null });
    idOf.set(draft.id, here?.id ?? newId(kind));
    components = withIds(
      { tariff: content.tariff, components: { ...components, [kind]: { ...draft, key } } },
      { ...unchanged, component: (id) => idOf.get(id) ?? id },
    ).components as Components;
  }
  const tariff = withIds(content, { ...unchanged, component: (id) => idOf.get(id) ?? id }).tariff;
  return { content: { tariff: applicableTariff(tariff), components }, components: matched };
}

/** Selection and allocation stand on the other two. */
const buildingOrder = ['risk', 'universe', 'selection', 'allocation'] as const;

/** Stands for a component that is not here yet: a house copied from another one has the same ids for other things. */
const newId = (kind: ComponentKind): string =>
  `ffffffff-ffff-4fff-bfff-${String(buildingOrder.indexOf(kind)).padStart(12, '0')}`;

const same = <Id>(id: Id): Id => id;
const unchanged = { fund: same, peergroup: same, issuer: same, insurer: same };

const stripped = (universe: Components['universe']): Components['universe'] => ({
  ...applicableUniverse(universe),
  id: universe.id,
});

/** Keys an import gives: the file's own, or with a number behind it. */
function isKeyLike(key: string, wanted: string): boolean {
  const [own, given] = [key.toLowerCase(), wanted.toLowerCase()];
  return (
    own === given ||
    (own.startsWith(given.slice(0, 46)) && /^-\d{1,3}$/.test(own.slice(given.slice(0, 46).length)))
  );
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number += 1) {
    const key = `${wanted.slice(0, 46)}-${number}`;
    if (!taken.has(key.toLowerCase())) return key;
  }
}

/**
 * The tariff a file would become beside the one that is here: whose default it is, and the internal note, are matters of the
 * house. Files of earlier releases carry a note of the other one; it is not read.
 */
export function importedTariff(content: TariffContent, before: TariffDraft | null): TariffDraft {
  const { internalNote: _internalNote, ...tariff } = content.tariff;
  return {
    ...tariff,
    isDefault: before?.isDefault ?? false,
    ...(before?.internalNote !== undefined && { internalNote: before.internalNote }),
  };
}

/** What a preview showed, in one mark. */
export const markOf = (shown: unknown): string =>
  createHash('sha256').update(canonicalJson(shown)).digest('hex');
