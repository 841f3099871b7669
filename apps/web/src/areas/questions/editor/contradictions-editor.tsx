import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { checkQuestionnaire } from '@depotwerk/domain/questions/check-questionnaire';
import { firstComparison, replaced } from '@depotwerk/domain/questions/edit-questionnaire';
import type { Contradiction } from '@depotwerk/domain/questions/questionnaire';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { type EditorProps, freshId } from './questions-editor.tsx';

/** Answers that do not go together: what is said of them, by which rule, and when. */
export function ContradictionsEditor({ form, mayEdit }: EditorProps) {
  const { questions, scoring } = form.draft;
  if (scoring === null) {
    return (
      <Card title={t('questionnaires.view.contradictions')}>
        <EmptyState title={t('questionnaires.contradictionsNeedClass')} />
      </Card>
    );
  }
  const { contradictions } = scoring;
  const set = (next: readonly Contradiction[]) =>
    form.change((before) => ({ ...before, scoring: { ...scoring, contradictions: next } }));
  const issues = checkQuestionnaire(form.draft).filter(({ code }) => code === 'contradiction');
  const first = questions.map(firstComparison).find((comparison) => comparison !== null) ?? null;
  return (
    <Card title={t('questionnaires.view.contradictions')}>
      <p className="hint">{t('questionnaires.contradictionsHint')}</p>
      <ol className="editor__list">
        {contradictions.map((contradiction, place) => {
          const change = (next: Contradiction) => set(replaced(contradictions, place, next));
          const own = issues.find(({ params }) => params?.['number'] === place + 1);
          return (
            <li
              key={contradiction.id}
              className="editor__item editor__fields"
              // The error summary leads to the first one that is wrong.
              data-path={own !== undefined && own === issues[0] ? 'scoring' : undefined}
            >
              {own === undefined ? null : (
                <p className="editor__issues" role="status">
                  {said(fieldIssueText(own))}
                </p>
              )}
              <TextArea
                label={t('questionnaires.contradiction', { number: place + 1 })}
                isRequired
                rows={2}
                maxLength={500}
                value={contradiction.text}
                onChange={(text) => change({ ...contradiction, text })}
              />
              <TextField
                label={t('questionnaires.source')}
                isRequired
                maxLength={300}
                value={contradiction.source}
                onChange={(source) => change({ ...contradiction, source })}
              />
              <ConditionEditor
                title={t('questionnaires.when')}
                emptyText={t('questionnaires.whenMissing')}
                condition={contradiction.when}
                questions={questions}
                onChange={(when) => (when === null ? undefined : change({ ...contradiction, when }))}
              />
              {mayEdit ? (
                <div>
                  <Button
                    size="small"
                    onClick={() => set(contradictions.filter(({ id }) => id !== contradiction.id))}
                  >
                    {t('questionnaires.removeContradiction', { number: place + 1 })}
                  </Button>
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {mayEdit && first !== null ? (
        <div>
          <Button
            onClick={() => set([...contradictions, { id: freshId(), when: first, text: '', source: '' }])}
          >
            {t('questionnaires.addContradiction')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
