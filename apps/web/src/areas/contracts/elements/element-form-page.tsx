import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ErrorSummary } from '../../../forms/error-summary.tsx';
import { focusField } from '../../../forms/focus-field.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { LeaveGuard } from '../../../forms/leave-guard.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ElementField } from './element-field.tsx';
import type { FormPlace, FormState } from './element-queries.ts';
import { formQuery } from './element-queries.ts';
import type { FormView } from './form-view.ts';
import { isShown } from './form-view.ts';
import { useElementForm } from './use-element-form.ts';
import './element-form.css';

/** `/contracts/{id}/elements/{key}`: a form the server drives; this page knows its kinds of fields, not its content. */
export function ElementFormPage() {
  const place = useParams({ from: '/shell/contracts/$contractId/elements/$elementKey' });
  const opened = useQuery(formQuery(place));
  const [edition, setEdition] = useState(0);
  if (opened.data) {
    // What is entered is given up for what the server has now.
    const reload = async () => {
      const { isSuccess } = await opened.refetch();
      if (isSuccess) setEdition((count) => count + 1);
    };
    return (
      <OpenForm
        key={`${place.contractId} ${place.elementKey} ${edition}`}
        place={place}
        initial={opened.data}
        onReload={reload}
      />
    );
  }
  return (
    <div className="stack">
      <PageHeader title={t('elements.title')} />
      {opened.isError ? (
        <QueryError title={t('elements.loadFailed')} query={opened} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

interface OpenFormProps {
  place: FormPlace;
  initial: FormState;
  onReload: () => Promise<void>;
}

function OpenForm({ place, initial, onReload }: OpenFormProps) {
  const form = useElementForm(place, initial);
  const navigate = useNavigate();
  const [showsFaults, setShowsFaults] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const { state, busy, isDirty } = form;

  const view: FormView = {
    place,
    state,
    showsFaults,
    isBusy: busy !== null,
    change: form.change,
    run: form.run,
  };
  const faults = state.validation.filter((finding) => finding.severity === 2);
  const ofContract = faults.filter(({ path }) => path === '');
  const openContract = () =>
    void navigate({
      to: '/contracts/$contractId/$tab',
      params: { contractId: place.contractId, tab: 'overview' },
    });
  const submit = async () => {
    if (faults.length > 0) {
      setShowsFaults(true);
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    if (await form.submit()) {
      setShowsFaults(false);
      window.scrollTo({ top: 0 });
    }
  };
  const save = async () => {
    if (await form.save()) showToast(t('elements.saved'));
  };
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[
          crumb('/contracts', t('contracts.title')),
          <Link
            key="contract"
            to="/contracts/$contractId/$tab"
            params={{ contractId: place.contractId, tab: 'overview' }}
          >
            {t('contracts.detail.title')}
          </Link>,
          <span key="form">{state.element.label}</span>,
        ]}
        title={state.element.label}
      />
      {/* What no entry mends is said before anything is entered. */}
      {showsFaults
        ? null
        : ofContract.map(({ code, text }) => (
            <Banner
              key={code}
              tone="bad"
              actions={
                <Button size="small" onClick={openContract}>
                  {t('elements.toContract')}
                </Button>
              }
            >
              {said(text)}
            </Banner>
          ))}
      {form.isOutdated ? (
        <Banner
          tone="warn"
          role="alert"
          title={t('optimization.plan.conflictTitle')}
          actions={
            <>
              <Button size="small" isBusy={busy === 'command'} onClick={() => void form.compare()}>
                {t('elements.compare')}
              </Button>
              <Button size="small" kind="quiet" onClick={() => void onReload()}>
                {t('optimization.plan.reload')}
              </Button>
            </>
          }
        >
          {t('elements.conflict')}
        </Banner>
      ) : null}
      {form.choice}
      {state.submission ? (
        <Banner tone="ok" role="status" title={t('elements.submitted')}>
          {t('elements.submissionNumber', { number: state.submission.submissionNumber })}
        </Banner>
      ) : null}
      <LeaveGuard isDirty={isDirty} />
      <ErrorSummary
        ref={summary}
        title={t('elements.faults', { count: faults.length })}
        entries={(showsFaults ? faults : []).map(({ path, code, text }) => ({
          // Two holders may exclude the same fund.
          key: `${path} ${code} ${text}`,
          text,
          onOpen: () => (path === '' ? openContract() : focusField(path ?? '')),
        }))}
      />
      {state.element.children.map((section) =>
        isShown(section, state.request) ? (
          <Card key={section.id} title={section.label}>
            <div className="stack">
              {section.children.map((row) =>
                isShown(row, state.request) ? (
                  <div key={row.id} className="element-form__line">
                    {row.children.map((field) =>
                      isShown(field, state.request) ? (
                        <FormField key={field.id} path={field.path ?? field.id}>
                          <ElementField element={field} view={view} />
                        </FormField>
                      ) : null,
                    )}
                  </div>
                ) : null,
              )}
            </div>
          </Card>
        ) : null,
      )}
      {state.validation.map((finding) =>
        finding.severity === 2 ? null : (
          <Banner
            key={`${finding.path} ${finding.code} ${finding.text}`}
            tone={finding.severity === 1 ? 'warn' : 'info'}
          >
            {said(finding.text)}
          </Banner>
        ),
      )}
      <div className="row element-form__end">
        <Button isBusy={busy === 'save'} onClick={() => void save()}>
          {t('elements.save')}
        </Button>
        <Button kind="primary" isBusy={busy === 'submit'} onClick={() => void submit()}>
          {t('elements.submit')}
        </Button>
      </div>
    </div>
  );
}
