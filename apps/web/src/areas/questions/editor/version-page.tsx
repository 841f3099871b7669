import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import {
  checkQuestionnaire,
  checkSubmittable,
  type QuestionnaireDraft,
} from '@depotwerk/domain/questions/check-questionnaire';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EntityFormBody, useEntityEditing } from '../../../forms/entity-form-body.tsx';
import { entityKey, useMayEdit } from '../../../forms/entity-kind.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { StepPage } from '../../../forms/step-page.tsx';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card, crumb } from '../../../ui/layout.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { leadsToUnreadable } from '../../../ui/unreadable.ts';
import { type VersionStep, versionSteps } from '../public/version-queries.ts';
import { stateText, VersionState } from '../public/version-state.tsx';
import { ContradictionsEditor } from './contradictions-editor.tsx';
import { Fields } from './fields.tsx';
import { QuestionsEditor } from './questions-editor.tsx';
import { ScoringEditor } from './scoring-editor.tsx';
import { useVersionDifference } from './use-version-difference.ts';
import { VersionChanges } from './version-changes.tsx';
import { StepDialog } from './version-dialog.tsx';
import { versionKind } from './version-kind.ts';
import { VersionPreview } from './version-preview.tsx';
import { type VersionView, versionViews } from './version-search.ts';
import './editor.css';

/** Where a field of a version is edited: contradictions are kept with the points. */
function viewOf(path: string, draft: QuestionnaireDraft): VersionView {
  if (path !== 'scoring') return 'questions';
  return checkQuestionnaire(draft).some(({ code }) => code === 'contradiction')
    ? 'contradictions'
    : 'scoring';
}

/** `/admin/questionnaires/{versionId}`: one version, edited while it is a draft, else looked at and decided. */
export function QuestionnaireVersionPage() {
  const { versionId } = useParams({ from: '/shell/admin/questionnaires/$versionId' });
  const kind = useMemo(() => versionKind(), []);
  return (
    <StepPage
      key={versionId}
      kind={kind}
      id={versionId}
      breadcrumbs={[crumb('/admin/questionnaires', t('admin.questionnaires'))]}
      tabs={null}
    >
      {/* Another state is another page: what was typed belongs to the draft. */}
      {(version) => (version === null ? null : <OpenVersion key={version.state} version={version} />)}
    </StepPage>
  );
}

function OpenVersion({ version }: { version: QuestionnaireVersion }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const kind = useMemo(() => versionKind(), []);
  const isDraft = version.state === 'draft';
  const mayEdit = useMayEdit(kind) && isDraft;
  const { view: opened } = useSearch({ from: '/shell/admin/questionnaires/$versionId' });
  const [view, setView] = useState<VersionView>(opened ?? 'questions');
  const [step, setStep] = useState<VersionStep | null>(null);
  const editing = useEntityEditing(kind, version, {
    onUnchanged: () => showToast(t('masterData.unchanged')),
    onSaved: (saved) => {
      client.setQueryData(entityKey(kind, saved.id), saved);
      showToast(t('common.saved'));
    },
    onRemoved: () => void navigate({ to: '/admin/questionnaires' }),
  });
  const { form } = editing;
  const { draft } = form;
  const steps = useSteps(version);
  const { difference } = useVersionDifference(version, draft);
  const nothingToSubmit = isDraft && difference?.isUnchanged ? difference.version : null;
  const state = stateText(version);
  const show = (next: VersionView) => {
    // What cannot be read would go with its field, unseen.
    const fields = document.getElementById(editing.formId);
    if (fields === null || !leadsToUnreadable(fields)) setView(next);
  };
  return (
    <>
      <div className="editor__state">
        <VersionState version={version} />
        {state === '' ? null : <span className="hint">{state}</span>}
      </div>
      {version.comment === '' ? null : (
        <Banner tone="info" title={t('questionnaires.comment')}>
          {version.comment}
        </Banner>
      )}
      {version.state === 'submitted' && !version.isFourEyes ? (
        <Banner tone="info">{t('questionnaires.ownVersion')}</Banner>
      ) : null}
      <SegmentedControl
        label={t('questionnaires.views')}
        value={view}
        options={versionViews.map((value) => ({ value, label: t(`questionnaires.view.${value}`) }))}
        onChange={show}
      />
      <EntityFormBody
        kind={kind}
        entity={version}
        editing={editing}
        // What is only read is opened and closed, too: each part switches its fields off itself.
        mayEdit
        isHidden={view === 'preview' || view === 'changes'}
        onSeek={(path) => show(viewOf(path, draft))}
      >
        {view === 'questions' ? (
          <>
            <Card>
              <Fields mayEdit={mayEdit}>
                <FormField path="title">
                  <TextField
                    label={t('questionnaires.title')}
                    isRequired
                    maxLength={200}
                    value={draft.title}
                    error={form.errorOf('title')}
                    onChange={(title) => form.change((before) => ({ ...before, title }))}
                  />
                </FormField>
              </Fields>
            </Card>
            <QuestionsEditor form={form} mayEdit={mayEdit} />
          </>
        ) : null}
        {view === 'scoring' ? (
          <Fields mayEdit={mayEdit}>
            <ScoringEditor form={form} mayEdit={mayEdit} />
          </Fields>
        ) : null}
        {view === 'contradictions' ? (
          <Fields mayEdit={mayEdit}>
            <ContradictionsEditor form={form} mayEdit={mayEdit} />
          </Fields>
        ) : null}
      </EntityFormBody>
      {view === 'preview' ? <VersionPreview draft={draft} /> : null}
      {view === 'changes' ? <VersionChanges version={version} draft={draft} /> : null}
      {isDraft && mayEdit ? <OpenPoints draft={draft} /> : null}
      <div className="editor__actions">
        {mayEdit ? (
          <Button kind="danger" onClick={() => editing.askToRemove()}>
            {t('common.delete')}
          </Button>
        ) : (
          <span />
        )}
        <div className="row">
          {steps.map((one) => (
            <Button
              key={one}
              kind={one === 'approve' ? 'primary' : 'secondary'}
              disabled={
                form.isDirty ||
                (one === 'submit' && (checkSubmittable(draft).length > 0 || nothingToSubmit !== null))
              }
              onClick={() => setStep(one)}
            >
              {t(`questionnaires.step.${one}`)}
            </Button>
          ))}
          {mayEdit ? (
            <Button kind="primary" isBusy={form.running === 'save'} onClick={() => void editing.submit()}>
              {t('common.save')}
            </Button>
          ) : null}
        </div>
      </div>
      {mayEdit && form.isDirty ? <p className="hint editor__hint">{t('questionnaires.saveFirst')}</p> : null}
      {!form.isDirty && steps.includes('submit') && nothingToSubmit !== null ? (
        <p className="hint editor__hint">
          {t('questionnaires.nothingToSubmit', { version: nothingToSubmit })}
        </p>
      ) : null}
      {step === null ? null : <StepDialog step={step} version={version} onClose={() => setStep(null)} />}
    </>
  );
}

/** What the caller may do with the version as it stands. */
function useSteps({ state, isFourEyes }: QuestionnaireVersion): VersionStep[] {
  const user = useSession((session) => session.user);
  return versionSteps.filter((step) => {
    if (step === 'submit') return state === 'draft' && mayChange(user, 'tariffs.submit');
    if (step === 'withdraw') return state === 'submitted' && mayChange(user, 'tariffs.submit');
    if (state !== 'submitted' || !mayChange(user, 'tariffs.approve')) return false;
    return step === 'reject' || isFourEyes;
  });
}

/** What still keeps the draft from being submitted. */
function OpenPoints({ draft }: { draft: QuestionnaireDraft }) {
  const issues = checkSubmittable(draft);
  if (issues.length === 0) return null;
  const texts = [...new Set(issues.map((issue) => said(fieldIssueText(issue))))];
  return (
    <Banner tone="warn" title={t('questionnaires.openPoints')}>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
