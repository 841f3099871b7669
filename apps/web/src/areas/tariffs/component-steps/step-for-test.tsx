import type { RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { act, useCallback, useState } from 'react';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { WizardContext } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';

interface StepForTest<Draft> {
  Step: ComponentType<WizardStepProps<Draft>>;
  draft: Draft;
  check: (draft: Draft) => readonly RuleIssue[];
  showsAllIssues?: boolean;
  isReadOnly?: boolean;
  createdId?: string;
  /** Answers of the lookups by query key. */
  lookups?: readonly (readonly [key: QueryKey, data: unknown])[];
}

/** A step inside the least of a wizard: its draft, its findings, and which fields were left. */
export function renderStep<Draft extends object>(options: StepForTest<Draft>) {
  const { Step, check } = options;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  for (const [key, data] of options.lookups ?? []) client.setQueryData(key, data);
  let current = options.draft;
  const faults = new Map<string, string>();

  function Harness() {
    const [draft, setDraft] = useState(options.draft);
    const [leftPaths, setLeftPaths] = useState<ReadonlySet<string>>(new Set());
    current = draft;
    // Stable like the wizard's own: rows clean up after themselves when one of them changes.
    const forgetFields = useCallback(
      (paths: readonly string[]) =>
        setLeftPaths((left) => new Set([...left].filter((path) => !paths.includes(path)))),
      [],
    );
    const setFault = useCallback((path: string, message: string | null) => {
      if (message === null) faults.delete(path);
      else faults.set(path, message);
    }, []);
    const context = {
      entityId: null,
      createdId: options.createdId ?? null,
      findings: [],
      stepTitle: (step: string) => step,
      openStep: () => undefined,
      leaveFor: () => undefined,
      leftPaths,
      forgetFields,
      setFault,
    };
    return (
      <QueryClientProvider client={client}>
        <WizardContext value={context}>
          <div
            onBlur={(event) => {
              const path = event.target.closest<HTMLElement>('[data-field]')?.dataset['field'];
              if (path !== undefined) setLeftPaths((left) => new Set([...left, path]));
            }}
          >
            <Step
              draft={draft}
              onChange={setDraft}
              issues={check(draft)}
              showsAllIssues={options.showsAllIssues ?? false}
              isReadOnly={options.isReadOnly ?? false}
              setBlocked={() => undefined}
            />
          </div>
        </WizardContext>
      </QueryClientProvider>
    );
  }

  const page = renderForTest(withinRouter(<Harness />));
  const field = (path: string) => page.find(`[data-field="${path}"]`, HTMLElement);
  return {
    ...page,
    field,
    draft: () => current,
    faults: () => Object.fromEntries(faults),
    errorAt: (path: string) => field(path).querySelector('[role="alert"]')?.textContent ?? null,
    select: (path: string, value: string) =>
      act(() => {
        const select = field(path).querySelector('select');
        if (!select) throw new Error(`No choice at ${path}`);
        Reflect.set(HTMLSelectElement.prototype, 'value', value, select);
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    press: (name: string) =>
      act(() => {
        const label = [...document.querySelectorAll('label, button')].find(
          (element) => element.textContent === name || element.getAttribute('aria-label') === name,
        );
        const control = label instanceof HTMLLabelElement ? label.querySelector('input') : label;
        if (!(control instanceof HTMLElement)) throw new Error(`Nothing called ${name}`);
        control.click();
      }),
  };
}
