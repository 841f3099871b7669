import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, LoadError, Skeleton } from '../../../ui/feedback.tsx';
import { Breadcrumbs, Card, PageHeader } from '../../../ui/layout.tsx';
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
  if (opened.data) {
    return <OpenForm key={`${place.contractId} ${place.elementKey}`} place={place} initial={opened.data} />;
  }
  return (
    <div className="stack">
      <PageHeader title={t('elements.title')} />
      {opened.isError ? (
        <LoadError
          title={t('elements.loadFailed')}
          error={opened.error}
          isRetrying={opened.isFetching}
          onRetry={() => void opened.refetch()}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

function OpenForm({ place, initial }: { place: FormPlace; initial: FormState }) {
  const form = useElementForm(place, initial);
  const [showsFaults, setShowsFaults] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const { state, busy, isDirty } = form;

  // Closing the window would lose what is in no draft; the browser asks.
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  const view: FormView = {
    place,
    state,
    showsFaults,
    isBusy: busy !== null,
    change: form.change,
    run: form.run,
  };
  const faults = state.validation.filter((finding) => finding.severity === 2);
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
    await form.save();
    showToast(t('elements.saved'));
  };
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="list" to="/contracts">
                {t('contracts.title')}
              </Link>,
              <Link
                key="contract"
                to="/contracts/$contractId/$tab"
                params={{ contractId: place.contractId, tab: 'overview' }}
              >
                {t('contracts.detail.title')}
              </Link>,
              <span key="form">{state.element.label}</span>,
            ]}
          </Breadcrumbs>
        }
        title={state.element.label}
      />
      {state.submission ? (
        <Banner tone="ok" role="status" title={t('elements.submitted')}>
          {t('elements.submissionNumber', { number: state.submission.submissionNumber })}
        </Banner>
      ) : null}
      {showsFaults && faults.length > 0 ? (
        <div ref={summary} tabIndex={-1}>
          <Banner tone="bad" role="alert" title={t('elements.faults', { count: faults.length })}>
            <ul>
              {faults.map((fault) => (
                <li key={`${fault.path} ${fault.code}`}>{fault.text}</li>
              ))}
            </ul>
          </Banner>
        </div>
      ) : null}
      {state.element.children.map((section) =>
        isShown(section, state.request) ? (
          <Card key={section.id} title={section.label}>
            <div className="stack">
              {section.children.map((row) =>
                isShown(row, state.request) ? (
                  <div key={row.id} className="element-form__line">
                    {row.children.map((field) =>
                      isShown(field, state.request) ? (
                        <ElementField key={field.id} element={field} view={view} />
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
          <Banner key={`${finding.path} ${finding.code}`} tone={finding.severity === 1 ? 'warn' : 'info'}>
            {finding.text}
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
