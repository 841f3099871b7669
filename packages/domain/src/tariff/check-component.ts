import { checkAllocationMatrix, checkPeergroups, checkRelationships } from './check-allocation-component.ts';
import { checkComponentInfo } from './check-component-info.ts';
import { checkRiskComponent } from './check-risk-component.ts';
import { checkSelectionComponent } from './check-selection-component.ts';
import { checkUniverseComponent } from './check-universe-component.ts';
import type { ComponentDrafts, RuleIssue } from './tariff-drafts.ts';
import type { ComponentStep } from './tariff-steps.ts';

/** A draft with its kind, so that a rule knows which fields there are. */
export type KindAndDraft = {
  readonly [Kind in keyof ComponentDrafts]: { readonly kind: Kind; readonly draft: ComponentDrafts[Kind] };
}[keyof ComponentDrafts];

/** A finding with the page that mends it. */
export interface ComponentIssue extends RuleIssue {
  readonly step: ComponentStep;
}

/**
 * Everything that keeps a component from being saved, page by page.
 *
 * @param riskClassCount classes of the risk component an allocation builds on; null while none is chosen
 */
export function checkComponent(
  component: KindAndDraft,
  riskClassCount: number | null = null,
): ComponentIssue[] {
  const at = (step: ComponentStep, issues: readonly RuleIssue[]): ComponentIssue[] =>
    issues.map((issue) => ({ ...issue, step }));
  const info = at('component-info', checkComponentInfo(component.draft));
  switch (component.kind) {
    case 'risk':
      return [...info, ...at('risk', checkRiskComponent(component.draft))];
    case 'universe':
      return [...info, ...at('fund-universe', checkUniverseComponent(component.draft))];
    case 'selection':
      return [...info, ...at('fund-selection', checkSelectionComponent(component.draft))];
    case 'allocation':
      return [
        ...info,
        ...at('allocation-peergroups', checkPeergroups(component.draft)),
        ...at('allocation-peergroup-relationships', checkRelationships(component.draft)),
        ...at('allocation-matrix', checkAllocationMatrix(component.draft, riskClassCount)),
      ];
    default:
      component satisfies never;
      return [];
  }
}
