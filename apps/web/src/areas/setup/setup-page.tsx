import type { Setup } from '@depotwerk/api/setup/setup';
import { putSetupSkips } from '@depotwerk/api/setup/setup';
import { firstAdministratorName } from '@depotwerk/domain/first-administrator';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { hasPermission, useMayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { setupQuery } from './public/setup-queries.ts';
import { setupPlaces } from './setup-places.ts';
import './setup.css';

/** `/setup`: what a new house still needs, what each step is for, and the way there. Ends by itself when all is done. */
export function SetupPage() {
  const setup = useQuery({ ...setupQuery, staleTime: 0 });
  const { data } = setup;
  const isNameless = useSession(({ user }) => user?.fullName === firstAdministratorName);
  return (
    <div className="stack">
      <PageHeader
        title={t('setup.title')}
        subtitle={
          data
            ? t('setup.progress', {
                done: data.steps.filter(({ isDone, isSkipped }) => isDone || isSkipped).length,
                total: data.steps.length,
              })
            : null
        }
      />
      {setup.error ? (
        <QueryError query={setup} />
      ) : !data ? (
        <Skeleton lines={10} />
      ) : (
        <>
          <Banner tone={data.isOpen ? 'info' : 'ok'} role="status">
            {t(data.isOpen ? 'setup.intro' : 'setup.finished')}
          </Banner>
          {isNameless && data.isOpen ? (
            <Banner tone="warn" role="status">
              {t('setup.nameless', { name: firstAdministratorName })}{' '}
              <Link to="/settings/$section" params={{ section: 'profile' }}>
                {t('setup.enterName')}
              </Link>
            </Banner>
          ) : null}
          <Card>
            <ol className="setup-steps">
              {data.steps.map((step) => (
                <SetupStep key={step.key} step={step} setup={data} />
              ))}
            </ol>
          </Card>
        </>
      )}
    </div>
  );
}

function SetupStep({ step, setup }: { step: Setup['steps'][number]; setup: Setup }) {
  const client = useQueryClient();
  const { to, permission, also } = setupPlaces[step.key];
  const mayAct = useMayChange();
  const mayDo = useSession((state) => hasPermission(state.user, permission));
  const skipped = setup.steps.filter(({ isSkipped }) => isSkipped).map(({ key }) => key);
  const skip = useMutation({
    mutationFn: () =>
      callApi(putSetupSkips, {
        body: {
          skipped: step.isSkipped ? skipped.filter((key) => key !== step.key) : [...skipped, step.key],
          shown: skipped,
        },
      }),
    onSuccess: (changed) => client.setQueryData(setupQuery.queryKey, changed),
    onError: showApiError,
  });
  const title = t(`setup.steps.${step.key}.title`);
  const state = step.isDone ? 'done' : step.isSkipped ? 'skipped' : 'open';
  return (
    <li className="setup-steps__step">
      <div className="setup-steps__text">
        <h2 className="setup-steps__title">{title}</h2>
        <p>{t(`setup.steps.${step.key}.why`)}</p>
        {step.isDone ? null : <p className="hint">{t(`setup.steps.${step.key}.missing`)}</p>}
        {mayDo || step.isDone ? null : <p className="hint">{t('setup.notYours')}</p>}
      </div>
      <div className="setup-steps__actions">
        <ColourLabel tone={state === 'done' ? 'ok' : state === 'open' ? 'warn' : 'neutral'}>
          {t(`setup.states.${state}`)}
        </ColourLabel>
        {mayDo ? (
          <>
            {also ? <Link to={also.to}>{t(also.text)}</Link> : null}
            <Link to={to} aria-label={`${t('setup.go')}: ${title}`}>
              {t('setup.go')}
            </Link>
          </>
        ) : null}
        {step.isDone || !mayAct ? null : (
          <Button
            size="small"
            kind="quiet"
            aria-label={`${t(step.isSkipped ? 'setup.take' : 'setup.skip')}: ${title}`}
            isBusy={skip.isPending}
            onClick={() => skip.mutate()}
          >
            {t(step.isSkipped ? 'setup.take' : 'setup.skip')}
          </Button>
        )}
      </div>
    </li>
  );
}
