import { columnsOf, type MatrixDifference, matrixRows } from './compare-matrices.ts';
import { type ComparisonNames, componentFields, tariffFields } from './comparison-fields.ts';
import { hintAnswerNames, hintChoices } from './hint-choices.ts';
import {
  type ClassBorder,
  chosenComponentKinds,
  type FundMatrixDraft,
  type HintAnswers,
  type TariffContent,
} from './tariff-drafts.ts';

export type { MatrixDifference } from './compare-matrices.ts';
export type { ComparisonNames } from './comparison-fields.ts';

/** A difference in words: formatted values, null where one side has none. */
export interface TariffDifference {
  /** Page of the wizard. */
  readonly section: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two versions of a tariff. */
export interface TariffContentComparison {
  readonly differences: readonly TariffDifference[];
  readonly matrices: readonly MatrixDifference[];
}

type Contents = readonly [before: TariffContent, after: TariffContent];

/** What differs between two contents, page by page; nothing for equal ones, and the same the other way round. */
export function compareTariffContents(
  before: TariffContent,
  after: TariffContent,
  names: ComparisonNames,
): TariffContentComparison {
  const contents: Contents = [before, after];
  return {
    differences: [
      ...tariffFields(names).flatMap(({ section, label, read }) =>
        difference(section, label, read(before.tariff), read(after.tariff)),
      ),
      ...hintDifferences(
        'optimization-hints',
        contents,
        (content) => content.tariff.optimizationHints,
        names,
      ),
      ...hintDifferences(
        'optimization-hints-expert',
        contents,
        (content) => content.tariff.optimizationHintsExpert,
        names,
      ),
      ...componentDifferences(contents, names),
      ...listDifferences(contents, names),
    ],
    matrices: [...riskMatrix(contents), ...allocationMatrix(contents, names), ...fundMatrix(contents, names)],
  };
}

const difference = (
  section: string,
  label: string,
  before: string | null,
  after: string | null,
): TariffDifference[] => (before === after ? [] : [{ section, label, before, after }]);

function hintDifferences(
  section: string,
  [before, after]: Contents,
  answersOf: (content: TariffContent) => HintAnswers,
  names: ComparisonNames,
): TariffDifference[] {
  const answer = (content: TariffContent, id: number) => {
    const given = answersOf(content)[String(id)] ?? 0;
    return given === 0 ? null : (hintAnswerNames[given] ?? String(given));
  };
  return hintChoices.flatMap(({ id }) =>
    difference(section, names('hint', id), answer(before, id), answer(after, id)),
  );
}

function componentDifferences([before, after]: Contents, names: ComparisonNames): TariffDifference[] {
  return chosenComponentKinds.flatMap((kind) =>
    componentFields(kind, names).flatMap(({ section, label, read }) =>
      difference(section, label, read(before), read(after)),
    ),
  );
}

/** Members that came or went, one difference each, and the first place where the order of the others differs. */
function memberDifferences(
  section: string,
  labels: { readonly member: string; readonly order: string },
  before: readonly number[],
  after: readonly number[],
  nameOf: (id: number) => string,
): TariffDifference[] {
  const had = new Set(before);
  const has = new Set(after);
  const ids = [...new Set([...before, ...after])].sort((a, b) => a - b);
  const changes = ids.flatMap((id) =>
    difference(section, labels.member, had.has(id) ? nameOf(id) : null, has.has(id) ? nameOf(id) : null),
  );
  const stayed = before.filter((id) => has.has(id));
  const nowStayed = after.filter((id) => had.has(id));
  const at = stayed.findIndex((id, index) => id !== nowStayed[index]);
  const placed = (id: number | undefined) => (id === undefined ? null : `${at + 1}. ${nameOf(id)}`);
  return at < 0
    ? changes
    : [...changes, ...difference(section, labels.order, placed(stayed[at]), placed(nowStayed[at]))];
}

function listDifferences([before, after]: Contents, names: ComparisonNames): TariffDifference[] {
  const fund = (id: number) => names('fund', id);
  const group = (id: number) => names('peergroup', id);
  const groupLabels = { member: 'Peergroup', order: 'Reihenfolge der Peergroups' };
  const fundLabels = { member: 'Fonds', order: 'Reihenfolge der Fonds' };
  const relatedOf = (content: TariffContent, id: number) =>
    content.components?.allocation.relationships.find(({ peergroupId }) => peergroupId === id)
      ?.relatedPeergroupIds ?? [];
  const related = [before, after].flatMap(
    (content) => content.components?.allocation.relationships.map(({ peergroupId }) => peergroupId) ?? [],
  );
  return [
    ...memberDifferences(
      'allocation-peergroups',
      groupLabels,
      before.components?.allocation.peergroupIds ?? [],
      after.components?.allocation.peergroupIds ?? [],
      group,
    ),
    ...[...new Set(related)]
      .sort((a, b) => a - b)
      .flatMap((id) =>
        memberDifferences(
          'allocation-peergroup-relationships',
          {
            member: `Verwandte Peergroup von ${group(id)}`,
            order: `Reihenfolge der verwandten Peergroups von ${group(id)}`,
          },
          relatedOf(before, id),
          relatedOf(after, id),
          group,
        ),
      ),
    ...memberDifferences(
      'fund-universe',
      fundLabels,
      before.components?.universe.tariffUniverseItems ?? [],
      after.components?.universe.tariffUniverseItems ?? [],
      fund,
    ),
    ...memberDifferences(
      'fund-selection',
      fundLabels,
      before.components?.selection.tariffSelectedFunds ?? [],
      after.components?.selection.tariffSelectedFunds ?? [],
      fund,
    ),
  ];
}

function riskMatrix([before, after]: Contents): MatrixDifference[] {
  const risk = (content: TariffContent) => content.components?.risk;
  return matrixRows('risk', [
    {
      label: 'Ziel',
      before: risk(before)?.tariffRiskItemsTargets ?? [],
      after: risk(after)?.tariffRiskItemsTargets ?? [],
    },
    {
      label: 'Bandbreite',
      before: risk(before)?.tariffRiskItemsRanges ?? [],
      after: risk(after)?.tariffRiskItemsRanges ?? [],
    },
  ]);
}

function allocationMatrix([before, after]: Contents, names: ComparisonNames): MatrixDifference[] {
  const columns = (content: TariffContent) =>
    columnsOf(
      content.components?.allocation.allocationItems ?? [],
      ({ peergroupId }) => peergroupId,
      content.components?.risk.tariffRiskItemsNumber ?? 0,
    );
  const [was, is] = [columns(before), columns(after)];
  return matrixRows(
    'allocation',
    [...new Set([...is.keys(), ...was.keys()])].map((id) => ({
      label: names('peergroup', id),
      before: was.get(id) ?? [],
      after: is.get(id) ?? [],
    })),
  );
}

function fundMatrix([before, after]: Contents, names: ComparisonNames): MatrixDifference[] {
  const shares = (matrix: FundMatrixDraft | null) =>
    columnsOf(
      matrix?.allocationItems ?? [],
      ({ securityId }) => securityId,
      matrix?.riskItemsNumber ?? 0,
      matrix?.securityIds,
    );
  const [was, is] = [shares(before.tariff.fundMatrix), shares(after.tariff.fundMatrix)];
  const classes = (content: TariffContent, field: ClassBorder) =>
    content.tariff.fundMatrix?.riskItems.map((item) => item[field]) ?? [];
  const row = (label: string, field: ClassBorder) => ({
    label,
    before: classes(before, field),
    after: classes(after, field),
  });
  return matrixRows('fundMatrix', [
    row('Obergrenze', 'upperBorder'),
    row('Ziel', 'target'),
    row('Bandbreite', 'range'),
    ...[...new Set([...is.keys(), ...was.keys()])].map((id) => ({
      label: names('fund', id),
      before: was.get(id) ?? [],
      after: is.get(id) ?? [],
    })),
  ]);
}
