import type { Draft as StoredDraft } from '@depotwerk/api/drafts/drafts';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorSummary } from '../../../forms/error-summary.tsx';
import { LeaveGuard } from '../../../forms/leave-guard.tsx';
import { usePageTitle } from '../../../platform/page-title.ts';
import { t } from '../../../texts/texts.ts';
import { Skeleton } from '../../../ui/feedback.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { stepStates } from './step-states.ts';
import { useConflict } from './use-conflict.tsx';
import { useFindings } from './use-findings.ts';
import { useLeaving } from './use-leaving.ts';
import { usePendingDraft, useResume } from './use-resume.ts';
import { useStepFocus } from './use-step-focus.ts';
import { useVisits } from './use-visits.ts';
import { useWizardDraft } from './use-wizard-draft.ts';
import { useWizardSave } from './use-wizard-save.ts';
import { WizardContext } from './wizard-context.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';
import { WizardFooter } from './wizard-footer.tsx';
import { WizardHead } from './wizard-head.tsx';
import { isChanged, isUnstored } from './wizard-machine.ts';
import { WizardNotices } from './wizard-notices.tsx';
import { validateWizardSearch, withCreated } from './wizard-search.ts';
import './wizard.css';
import './wizard-widths.css';

interface WizardSessionProps<Draft extends object> {
  definition: WizardDefinition<Draft>;
  /** The object as it was when the wizard opened; null = a new one. */
  loaded: WizardObject<Draft> | null;
  stored: StoredDraft | null;
  others: readonly { userName: string; updatedAt: string }[];
  mayEdit: boolean;
  /** Step in the address. */
  askedStep: string;
}

/** One visit to a wizard, from what was loaded to what is saved. */
export function WizardSession<Draft extends object>(props: WizardSessionProps<Draft>) {
  const { definition, stored, others, mayEdit, askedStep } = props;
  const [object, setObject] = useState(props.loaded);
  const {
    returnTo,
    resume: isContinued = false,
    created: createdId = null,
  } = validateWizardSearch(useSearch({ strict: false }));
  const isNew = object === null;
  const isEditable = mayEdit && (object?.readOnlyReason ?? null) === null;

  const conflict = useConflict(definition);
  const earlier = usePendingDraft({ definition, stored, object, mayEdit: isEditable });
  const isPaused = !isEditable || earlier.pending !== null || conflict.isOpen;
  const wizardDraft = useWizardDraft({
    definition,
    object,
    step: askedStep,
    isPaused,
    onConflict: (theirs) => conflict.openDraft(theirs, wizardDraft),
  });
  const { state, flush } = wizardDraft;
  const { draft } = state;

  const findings = useFindings(definition, draft, askedStep);
  const steps = definition.steps(draft);
  const visits = useVisits({
    definition,
    steps,
    askedStep,
    entityId: object?.id ?? null,
    findings: findings.all,
    isWaiting: earlier.pending !== null,
    search: returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`,
  });
  const { step } = visits;
  const resume = useResume(earlier, {
    definition,
    stored,
    object,
    step: askedStep,
    mayEdit,
    isContinued,
    draft: wizardDraft,
    conflict,
    openStep: visits.openStep,
  });
  // Leaving a step stores what was changed on it.
  useEffect(() => () => void flush(), [step.path, flush]);

  const page = useRef<HTMLDivElement>(null);
  const focus = useStepFocus(step.path, page);
  const stepFindings = findings.all.filter((finding) => finding.step === step.path);
  // Which findings the summary shows: none before the user wanted to go on, those of that step, or all.
  const [summary, setSummary] = useState<{ ofStep: string | null } | null>(null);
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const showsAll = !isNew || summary?.ofStep === null || tried.has(step.path);
  const shown = summary?.ofStep === null ? findings.all : summary?.ofStep === step.path ? stepFindings : [];
  const showErrors = (which: 'all' | 'step') => {
    setSummary({ ofStep: which === 'all' ? null : step.path });
    setTried(new Set([...tried, step.path]));
    focus.toErrors();
  };

  const leaving = useLeaving({
    ownPaths: steps.map(({ path }) => definition.stepHref(object?.id ?? null, path)),
    flush,
  });
  const saving = useWizardSave({
    definition,
    object,
    step: step.path,
    draft: wizardDraft,
    onSaved: (saved, wasNew) => {
      setObject(saved);
      setSummary(null);
      showToast(t('wizard.saved', { name: definition.nameOf(saved.draft) }));
      if (returnTo !== undefined) void leaving.leaveFor(wasNew ? withCreated(returnTo, saved.id) : returnTo);
      else if (wasNew) {
        const next = definition.afterCreate?.(saved) ?? definition.stepHref(saved.id, step.path);
        void leaving.leaveFor(next);
      }
    },
    onRefused: (refused) => {
      findings.refuse(refused, draft);
      showErrors('all');
    },
    onConflict: (theirs) => conflict.openObject(theirs, wizardDraft, setObject),
  });

  const openField = (target: string, path?: string) => {
    if (path !== undefined) focus.toField(target, path);
    visits.openStep(target);
  };
  const goOn = () => {
    if (isNew && earlier.pending !== null) focus.toDecision();
    else if (isNew && stepFindings.length > 0) showErrors('step');
    else if (visits.nextStep !== undefined) visits.openStep(visits.nextStep.path);
  };
  const context = useMemo(
    () => ({
      entityId: object?.id ?? null,
      createdId,
      findings: findings.all,
      stepTitle: visits.titleOf,
      openStep: openField,
      leftPaths: focus.leftPaths,
      forgetFields: focus.forget,
      setFault: findings.setFault,
      leaveFor: (href: string) => void leaving.leaveFor(href),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions depend on nothing but these
    [object, createdId, findings.all, findings.setFault, focus.leftPaths, focus.forget, step, steps],
  );

  const name =
    definition.nameOf(draft).trim() ||
    (object === null ? t(definition.texts.newTitle) : definition.nameOf(object.draft));
  usePageTitle(`${t(step.title)} – ${name}`);
  const states = stepStates({
    steps: steps.map(({ path }) => path),
    current: step.path,
    findings: findings.all,
    isNew,
    visited: visits.visited,
  });
  const Step = step.component;
  return (
    <WizardContext value={context}>
      <div className="wizard" ref={page}>
        <WizardHead
          definition={definition}
          name={name}
          subtitle={object?.subtitle ?? null}
          steps={steps.map(({ path, title }) => ({
            path,
            title: t(title),
            href: visits.hrefOf(path),
            state: states.get(path) ?? 'open',
          }))}
          currentPath={step.path}
          returnTo={returnTo}
        />
        <div className="wizard__page">
          <header className="wizard__title">
            <PageHeading>{t(step.title)}</PageHeading>
            {step.hint === undefined ? null : <p>{t(step.hint)}</p>}
          </header>
          <WizardNotices
            definition={definition}
            object={object}
            mayEdit={mayEdit}
            others={others}
            pending={earlier.pending}
            resume={resume}
            onCompare={conflict.isOpen ? conflict.show : null}
          />
          <ErrorSummary
            title={t('wizard.errors.title', { count: shown.length })}
            entries={shown.map(({ step: place, path, text }) => ({
              key: `${place} ${path} ${text}`,
              text: [
                // Findings of other steps are named with their step.
                place === step.path ? '' : visits.titleOf(place),
                path === '' ? '' : definition.fieldLabel(path),
                text,
              ]
                .filter(Boolean)
                .join(': '),
              onOpen: () => openField(place, path),
            }))}
          />
          <div className="wizard__content" onBlur={focus.onBlur}>
            <Suspense fallback={<Skeleton height={360} />}>
              <Step
                key={step.path}
                draft={draft}
                onChange={wizardDraft.change}
                issues={findings.issuesOf(step.path)}
                showsAllIssues={showsAll}
                isReadOnly={isPaused}
                setBlocked={findings.setBlocked}
              />
            </Suspense>
          </div>
        </div>
        <WizardFooter
          state={state}
          isNew={isNew}
          isReadOnly={isPaused}
          isSaving={saving.isSaving}
          shownCount={showsAll ? stepFindings.length : 0}
          blocked={findings.blocked}
          hasPrevious={visits.previousStep !== undefined}
          hasNext={visits.nextStep !== undefined}
          onPrevious={() => visits.previousStep && visits.openStep(visits.previousStep.path)}
          onNext={goOn}
          onSave={() => (findings.all.length === 0 ? void saving.save() : showErrors('all'))}
        />
        <LeaveGuard
          isDirty={!isPaused && isChanged(state)}
          isUnstored={!isPaused && isUnstored(state)}
          isFree={leaving.isInside}
          // What the server has as a draft is there again anyway.
          isKeptOverLoss={!isUnstored(state)}
          draft={{ keep: flush, discard: resume.discard }}
        />
        {conflict.dialog}
      </div>
    </WizardContext>
  );
}
