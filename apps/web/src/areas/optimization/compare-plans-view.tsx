import { getStoredPlan } from '@depotwerk/api/optimization/optimization';
import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { isHeldBack, recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { storedPlanLabel, storedPlansQuery } from '../../queries/stored-plans.ts';
import { said, t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { ComparedTable } from '../../ui/compared-table.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type ComparedPlan, comparePlans, isDifferentLine, type PlanLine } from './compare-plans.ts';
import { planChoicesOf, type WhatIf } from './fund-uses.ts';
import type { AdviceInput } from './optimization-types.ts';
import { RecommendedLabel } from './recommendation-banner.tsx';
import './compare-plans.css';

interface Side {
  readonly value: string;
  readonly mode: ProposalMode;
  readonly label: string;
  /** null = has to be asked for. */
  readonly compared: ComparedPlan | null;
}

const isRecommended = ({ mode, recommended, stored }: ComparedPlan) =>
  recommended?.mode === mode && !stored?.isEdited;

/** Two of a contract's plans side by side: those that are stored, and the proposals of this moment. */
export function ComparePlansView({ input, choices }: { input: AdviceInput; choices: WhatIf }) {
  const { contractId } = input;
  const stored = useQuery(storedPlansQuery(contractId));
  const proposals = useProposals(input, choices);
  const [chosen, setChosen] = useState<readonly [string | null, string | null]>([null, null]);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  if (stored.isError && stored.data === undefined)
    return <QueryError title={t('optimization.comparePlans.loadFailed')} query={stored} />;
  if (stored.data === undefined) return <Skeleton lines={6} />;
  const offered: readonly Side[] = [
    ...stored.data.map((plan) => ({
      value: plan.id,
      mode: plan.mode,
      label: storedPlanLabel(plan),
      compared: null,
    })),
    ...proposals,
  ];
  if (offered.length < 2)
    return (
      <Card>
        <EmptyState title={t('optimization.comparePlans.nothing')} />
      </Card>
    );
  const left = offered.find(({ value }) => value === chosen[0]) ?? offered[0];
  const right = offered.find(({ value }) => value === chosen[1]) ?? besideOf(left, offered);
  if (!left || !right) return null;
  return (
    <div className="stack">
      <Card
        title={t('optimization.comparePlans.title')}
        actions={
          <span data-no-print>
            <Switch
              label={t('contracts.compare.onlyDifferences')}
              isChecked={onlyDifferences}
              onChange={setOnlyDifferences}
            />
          </span>
        }
      >
        <div className="compared__heads">
          {([left, right] as const).map((side, index) => (
            <SelectField
              key={index === 0 ? 'left' : 'right'}
              label={t(index === 0 ? 'optimization.comparePlans.left' : 'optimization.comparePlans.right')}
              value={side.value}
              options={offered.map(({ value, label }) => ({
                value,
                label,
                isDisabled: value === (index === 0 ? right : left).value,
              }))}
              onChange={(value) => setChosen(index === 0 ? [value, right.value] : [left.value, value])}
            />
          ))}
        </div>
      </Card>
      <Compared contractId={contractId} pair={[left, right]} onlyDifferences={onlyDifferences} />
    </div>
  );
}

/** What is shown first beside a plan: what is recommended today, where that is another way to go, or else the next that is. */
function besideOf(left: Side | undefined, offered: readonly Side[]): Side | undefined {
  const others = offered.filter(({ value, mode }) => value !== left?.value && mode !== left?.mode);
  const best = others.find(({ compared }) => compared && isRecommended(compared));
  return best ?? others[0] ?? offered.find(({ value }) => value !== left?.value);
}

/** The proposals for the choices on screen; none without a risk class. */
function useProposals(input: AdviceInput, choices: WhatIf): readonly Side[] {
  return useMemo(() => {
    const wanted = planChoicesOf(choices);
    if ((wanted.riskClassId ?? input.riskClassId) === null) return [];
    const proposals = planAdvice(input, wanted);
    const recommended = recommendedAdvice(proposals);
    return proposals.map((plan) => ({
      value: plan.mode,
      mode: plan.mode,
      label: t('optimization.comparePlans.proposalLabel', {
        mode: said(proposalModeNames[plan.mode]),
      }),
      compared: { mode: plan.mode, plan, recommended: recommended ?? null, stored: null },
    }));
  }, [input, choices]);
}

function useCompared(contractId: string, { value, compared }: Side) {
  const query = useQuery({
    queryKey: ['contract', contractId, 'stored-plan', value],
    queryFn: ({ signal }) =>
      callApi(
        getStoredPlan,
        { params: { id: contractId }, query: { plannedOptimizationId: value } },
        { signal },
      ),
    enabled: compared === null,
  });
  const found =
    compared ??
    (query.data && {
      mode: query.data.mode,
      plan: query.data,
      recommended: query.data.recommended,
      stored: query.data,
    });
  return { found: found ?? null, query };
}

function Compared({
  contractId,
  pair: [left, right],
  onlyDifferences,
}: {
  contractId: string;
  pair: readonly [Side, Side];
  onlyDifferences: boolean;
}) {
  const one = useCompared(contractId, left);
  const other = useCompared(contractId, right);
  const failed = [one.query, other.query].find((query) => query.isError && query.data === undefined);
  if (failed) return <QueryError title={t('optimization.comparePlans.loadFailed')} query={failed} />;
  if (one.found === null || other.found === null) return <Skeleton lines={8} />;
  const pair = [one.found, other.found] as const;
  const sections = comparePlans(pair);
  const count = sections.flatMap(({ lines }) => lines.filter(isDifferentLine)).length;
  const names = [left.label, right.label];
  return (
    <>
      <div className="compared__heads compare-plans__heads">
        {pair.map((side, index) => (
          <div key={names[index]} className="compare-plans__head">
            <b>{names[index]}</b>
            {isRecommended(side) ? <RecommendedLabel isHeldBack={isHeldBack(side.plan.checks)} /> : null}
          </div>
        ))}
      </div>
      <p role="status" className="hint">
        {t('optimization.comparePlans.count', { count })}
      </p>
      {sections.map(({ key, lines }) => {
        const shown = onlyDifferences ? lines.filter(isDifferentLine) : lines;
        return shown.length === 0 ? null : (
          <ComparedTable key={key} title={t(`optimization.comparePlans.section.${key}`)} names={names}>
            {shown.map((line) => (
              <ComparedLine key={line.key} line={line} />
            ))}
          </ComparedTable>
        );
      })}
    </>
  );
}

function ComparedLine({ line }: { line: PlanLine }) {
  const { label, values, notes } = line;
  return (
    <tr data-differs={isDifferentLine(line) || undefined}>
      <th scope="row">{label}</th>
      {values.map((value, index) => (
        // The two sides have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index}>
          {value}
          {notes?.[index] ? <span className="hint compare-plans__note">{notes[index]}</span> : null}
        </td>
      ))}
    </tr>
  );
}
