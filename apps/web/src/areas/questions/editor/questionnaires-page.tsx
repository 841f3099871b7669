import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { openDraft, type VersionSummary, versionsQuery } from '../public/version-queries.ts';
import { stateText, VersionState } from '../public/version-state.tsx';
import { AddDialog } from './add-dialog.tsx';
import './editor.css';

/** `/admin/questionnaires`: what the house asks, in which versions. */
export function QuestionnairesPage() {
  const versions = useQuery(versionsQuery());
  const mayEdit = useSession((state) => mayChange(state.user, 'tariffs.edit'));
  const [isAdding, setAdding] = useState(false);
  const groups = Map.groupBy(versions.data ?? [], ({ key }) => key);
  return (
    <div className="stack">
      <PageHeader
        title={t('admin.questionnaires')}
        subtitle={t('questionnaires.subtitle')}
        actions={mayEdit ? <Button onClick={() => setAdding(true)}>{t('questionnaires.add')}</Button> : null}
      />
      {isAdding ? <AddDialog onClose={() => setAdding(false)} /> : null}
      {versions.isError ? (
        <QueryError title={t('questionnaires.loadFailed')} query={versions} />
      ) : versions.data === undefined ? (
        <Skeleton height={240} />
      ) : (
        [...groups].map(([key, list]) => (
          <QuestionnaireCard key={key} questionnaireKey={key} versions={list} />
        ))
      )}
    </div>
  );
}

function QuestionnaireCard({
  questionnaireKey,
  versions,
}: {
  questionnaireKey: string;
  versions: readonly VersionSummary[];
}) {
  const navigate = useNavigate();
  const mayEdit = useSession((state) => mayChange(state.user, 'tariffs.edit'));
  const { isBusy, failure, act } = useAction();
  const shown = versions.find(({ isCurrent }) => isCurrent) ?? versions[0];
  const isOpen = versions.some(({ state }) => state !== 'published');
  // Newest first. The one published last, though its day may be still to come.
  const isBehind = versions.find(({ state }) => state === 'published')?.differsFromDelivered === true;
  const open = async (content?: 'delivered') => {
    await act(async () => {
      const { id } = await openDraft(questionnaireKey, content);
      await navigate({
        to: '/admin/questionnaires/$versionId',
        params: { versionId: id },
        search: content === 'delivered' ? { view: 'changes' } : {},
      });
    });
  };
  return (
    <Card
      title={shown ? said(shown.title) : questionnaireKey}
      actions={
        mayEdit && !isOpen ? (
          <div className="row">
            {isBehind ? (
              <Button disabled={isBusy} onClick={() => void open('delivered')}>
                {t('questionnaires.takeDelivered')}
              </Button>
            ) : null}
            <Button isBusy={isBusy} onClick={() => void open()}>
              {t('questionnaires.create')}
            </Button>
          </div>
        ) : null
      }
    >
      {mayEdit && isBehind ? <p className="hint">{t('questionnaires.deliveredDiffers')}</p> : null}
      <ErrorBanner error={failure} />
      <ul className="editor__versions">
        {versions.map((version) => (
          <li key={version.id}>
            <Link to="/admin/questionnaires/$versionId" params={{ versionId: version.id }}>
              {t('questions.version', { version: version.version })}
            </Link>
            <VersionState version={version} />
            <span className="hint">{stateText(version)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
