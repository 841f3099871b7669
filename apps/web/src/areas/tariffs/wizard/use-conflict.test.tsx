// @vitest-environment happy-dom
import type { Draft as StoredDraft } from '@depotwerk/api/drafts/drafts';
import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { componentDefinitions } from '../component-steps/component-definitions.ts';
import { componentChoicesQuery } from '../lookup-queries.ts';
import { useConflict } from './use-conflict.tsx';
import { nextWizard, startWizard, type WizardState } from './wizard-machine.ts';

speaksGerman();

const definition = componentDefinitions.allocation;
const item = (peergroupId: number, riskClassId: number, fraction: number) => ({
  peergroupId,
  riskClassId,
  fraction,
  isUsed: true,
});
const base: AllocationComponentDraft = {
  ...definition.empty(),
  name: 'Allokation',
  isManual: true,
  peergroupIds: [1, 2],
  allocationItems: [item(1, 1, 0.5), item(1, 2, 0.9), item(2, 1, 0.5), item(2, 2, 0.1)],
};
const mine: AllocationComponentDraft = {
  ...base,
  allocationItems: [item(1, 1, 0.4), item(1, 2, 0.9), item(2, 1, 0.6), item(2, 2, 0.1)],
};
const theirs: AllocationComponentDraft = {
  ...base,
  allocationItems: [item(1, 1, 0.5), item(1, 2, 0.8), item(2, 1, 0.5), item(2, 2, 0.2)],
};

const stored = (draft: unknown): StoredDraft => ({
  draftType: 'allocationComponent',
  entityKey: 'new',
  step: 'allocation-matrix',
  data: { draft, base },
  baseVersion: null,
  revision: 7,
  createdAt: '2026-11-30T10:00:00.000Z',
  updatedAt: '2026-11-30T10:00:00.000Z',
});

/** A wizard of which a newer draft stands on the server. */
function renderConflict(newer: StoredDraft) {
  let state: WizardState<AllocationComponentDraft> = nextWizard(startWizard(base), {
    kind: 'changed',
    change: () => mine,
  });
  function Wizard() {
    const conflict = useConflict(definition);
    const draft = {
      state,
      send: (event: Parameters<typeof nextWizard<AllocationComponentDraft>>[1]) => {
        state = nextWizard(state, event);
      },
      change: () => {},
      newest: () => state,
      flush: () => Promise.resolve(true),
    };
    return (
      <>
        <button type="button" id="meet" onClick={() => conflict.openDraft(newer, draft)}>
          Speichern
        </button>
        {conflict.dialog}
      </>
    );
  }
  const page = renderForTest(<Wizard />);
  page.click('#meet');
  const fields = () =>
    [...document.querySelectorAll('.version-choice legend')].map((each) => each.textContent);
  const choose = (field: number, side: 0 | 1) =>
    page.click(
      `.version-choice__field:nth-child(${field}) .version-choice__side:nth-of-type(${side + 1}) input`,
    );
  // The dialog's own button comes last on the page.
  const apply = () => page.change(() => [...document.querySelectorAll('button')].at(-1)?.click());
  return { ...page, fields, choose, apply, state: () => state };
}

describe('a newer draft of another machine', () => {
  it('with another matrix is chosen column by column, so that columns stay whole', () => {
    const page = renderConflict(stored(theirs));
    expect(page.fields()).toEqual(['Anteile, RK 1', 'Anteile, RK 2']);
    // The class stands above both versions, and is not said again with every share.
    expect(document.querySelector('.version-choice')?.textContent).toContain('1: 40\u00a0% · 2: 60\u00a0%');
    page.choose(1, 0);
    page.choose(2, 1);
    page.apply();
    expect(page.state().revision).toBe(7);
    expect(page.state().draft.allocationItems).toEqual([
      item(1, 1, 0.4),
      item(1, 2, 0.8),
      item(2, 1, 0.6),
      item(2, 2, 0.2),
    ]);
  });

  it('with more classes gives none of them where the column is to stay as empty as it is here', () => {
    const more = [...base.allocationItems, item(1, 3, 0.7), item(2, 3, 0.3)];
    const page = renderConflict(stored({ ...base, allocationItems: more }));
    expect(page.fields()).toEqual(['Anteile, RK 1', 'Anteile, RK 3']);
    page.choose(1, 0);
    page.choose(2, 0);
    page.apply();
    expect(page.state()).toMatchObject({ revision: 7, draft: { allocationItems: mine.allocationItems } });
  });

  it('leaves no shares of classes that the chosen risk component does not have', () => {
    const component = {
      isInactive: false,
      versionNumber: 1,
      dependsOnId: null,
      riskTypeId: 1,
      useQuota: false,
    };
    const choices = [{ ...component, id: 'two', name: 'Zwei', key: 'ZWEI', riskItemsNumber: 2 }];
    queryClient.setQueryData(componentChoicesQuery('risk').queryKey, choices);
    const more = [...mine.allocationItems, item(1, 3, 0.7), item(2, 3, 0.3)];
    const versions = componentDefinitions.allocation.versions;
    const theirs = { ...base, riskComponent: 'three', allocationItems: more };
    const merged = versions?.merge({ ...mine, riskComponent: 'two' }, theirs, { riskComponent: 'mine' });
    expect(merged).toEqual({ ...mine, riskComponent: 'two' });
  });

  it('with something of the release after is compared without it', () => {
    const page = renderConflict(stored({ ...theirs, ofTheReleaseAfter: 1 }));
    expect(page.fields()).toEqual(['Anteile, RK 1', 'Anteile, RK 2']);
  });

  it('that cannot be read is overwritten only by her who says so', () => {
    const page = renderConflict(stored({ ...theirs, allocationType: 'of the release after' }));
    expect(page.fields()).toEqual(['Ganzer Entwurf']);
    expect(page.state()).toMatchObject({ draft: mine, revision: null });
    page.apply();
    expect(page.state().revision).toBeNull();
    page.choose(1, 0);
    page.apply();
    expect(page.state()).toMatchObject({ draft: mine, revision: 7 });
    expect(page.fields()).toEqual([]);
  });
});
