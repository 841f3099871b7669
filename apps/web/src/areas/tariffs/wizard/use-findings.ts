import { ruleText } from '@depotwerk/domain/tariff/rule-texts';
import type { RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';
import { useCallback, useMemo, useState } from 'react';
import { isSameValue } from '../../../forms/compare-drafts.ts';
import { said } from '../../../texts/texts.ts';
import type { WizardFinding } from './wizard-context.ts';
import type { WizardDefinition } from './wizard-definition.ts';

interface Refusal<Draft> {
  readonly findings: readonly WizardFinding[];
  /** What was refused: a finding holds until its field changes. */
  readonly draft: Draft;
}

export interface Findings<Draft> {
  /** All there are: rules, unreadable texts, what a step waits for, what the server refused. */
  readonly all: readonly WizardFinding[];
  /** Rule issues of a step, for its fields. */
  readonly issuesOf: (step: string) => readonly RuleIssue[];
  /** What a step waits for before anything can be saved. */
  readonly blocked: WizardFinding | undefined;
  readonly setFault: (path: string, message: string | null) => void;
  readonly setBlocked: (reason: string | null) => void;
  readonly refuse: (findings: readonly WizardFinding[], draft: Draft) => void;
}

const memberOf = (draft: object, path: string): unknown => {
  // Drafts are records of JSON values; their interfaces only lack the index signature.
  const record = draft as Readonly<Record<string, unknown>>;
  return record[path.split(/[.[]/, 1)[0] ?? ''];
};

/** Everything that has to be mended, live. */
export function useFindings<Draft extends object>(
  definition: WizardDefinition<Draft>,
  draft: Draft,
  step: string,
): Findings<Draft> {
  const [faults, setFaults] = useState<Readonly<Record<string, WizardFinding>>>({});
  const [blocks, setBlocks] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<Refusal<Draft> | null>(null);

  const issues = useMemo(() => definition.check(draft), [definition, draft]);
  const byStep = useMemo(() => Map.groupBy(issues, (issue) => issue.step), [issues]);
  const steps = definition.steps(draft);

  const all = useMemo((): readonly WizardFinding[] => {
    const known = new Set(steps.map(({ path }) => path));
    const fromRules = issues.map((issue) => ({
      step: issue.step,
      path: issue.path,
      text: said(ruleText(issue)),
    }));
    const refused = (refusal?.findings ?? []).filter(
      ({ path }) => refusal !== null && isSameValue(memberOf(refusal.draft, path), memberOf(draft, path)),
    );
    const fromSteps = [
      ...Object.entries(blocks).map(([path, text]) => ({ step: path, path: '', text })),
      ...Object.values(faults),
    ];
    const order = new Map(steps.map(({ path }, index) => [path, index]));
    return [...fromSteps, ...fromRules, ...refused]
      .filter((finding) => known.has(finding.step))
      .toSorted((left, right) => (order.get(left.step) ?? 0) - (order.get(right.step) ?? 0));
  }, [issues, refusal, draft, blocks, faults, steps]);

  const setFault = useCallback(
    (path: string, message: string | null) =>
      setFaults((current) => {
        const { [path]: _, ...others } = current;
        return message === null ? others : { ...others, [path]: { step, path, text: message } };
      }),
    [step],
  );
  const setBlocked = useCallback(
    (reason: string | null) =>
      setBlocks((current) => {
        if ((current[step] ?? null) === reason) return current;
        const { [step]: _, ...others } = current;
        return reason === null ? others : { ...others, [step]: reason };
      }),
    [step],
  );
  const refuse = useCallback(
    (findings: readonly WizardFinding[], refused: Draft) => setRefusal({ findings, draft: refused }),
    [],
  );
  const issuesOf = useCallback((path: string) => byStep.get(path) ?? noIssues, [byStep]);
  const blocked = all.find(({ step: ofStep, path, text }) => path === '' && blocks[ofStep] === text);
  return { all, issuesOf, blocked, setFault, setBlocked, refuse };
}

const noIssues: readonly RuleIssue[] = [];
