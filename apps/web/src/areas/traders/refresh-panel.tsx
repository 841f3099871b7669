import type { Job } from '@depotwerk/api/jobs/jobs';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconX } from '@tabler/icons-react';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withoutEmptyBrackets } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { saidOrNull, t, textOfFirst } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dismissRefresh, useRefresh } from './public/remote-refresh.ts';
import './refresh-panel.css';

/** Progress of a remote refresh in the corner of the shell; afterwards what could not be read, until closed. */
export function RefreshPanel() {
  const { job, isRunning } = useRefresh();
  useReloadAfterRefresh();
  if (!isRunning && !job) return null;
  return (
    <section className="refresh-panel" aria-label={t('traders.refresh.title')} data-no-print>
      <div className="refresh-panel__head">
        {isRunning ? <Spinner size={16} /> : null}
        <strong role="status">{headline(job, isRunning)}</strong>
        {isRunning ? null : (
          <IconButton label={t('common.close')} icon={<IconX size={18} />} onClick={dismissRefresh} />
        )}
      </div>
      {job ? <BankList parts={job.parts} /> : null}
      {job && !isRunning && isPasswordMissing(job) ? (
        <p className="hint">
          {job.parts.length === 0 ? `${t('traders.refresh.nothingAskedHint')} ` : null}
          <Link to="/settings/$section" params={{ section: 'bank-credentials' }}>
            {t('settings.section.bank-credentials')}
          </Link>
        </p>
      ) : null}
      {job && !isRunning && job.problemCount > 0 ? (
        <p className="hint">{t('traders.refresh.problems', { count: job.problemCount })}</p>
      ) : null}
    </section>
  );
}

/** Without a password, without a linked contract and where no bank answers nothing was read, which is not the same as nothing new. */
const wasNothingRead = ({ state, parts }: Job): boolean =>
  state === 'done' && parts.every((part) => part.state === 'failed' && part.done === 0);

/** Whether a password would have more read. */
const isPasswordMissing = ({ state, parts }: Job): boolean =>
  state === 'done' && (parts.length === 0 || parts.some(({ code }) => code === 'traderAuth.passwordMissing'));

function headline(job: Job | null, isRunning: boolean): string {
  if (isRunning) return t('traders.refresh.running');
  if (!job || job.state === 'dead') return t('traders.refresh.failed');
  if (wasNothingRead(job)) return t('traders.refresh.nothingAsked');
  return job.changed > 0
    ? t('traders.refresh.changed', { count: job.changed, number: formatNumber(job.changed) })
    : t('traders.refresh.unchanged');
}

function BankList({ parts }: Pick<Job, 'parts'>) {
  return (
    <ul className="refresh-panel__banks">
      {parts.map((part) => (
        <li key={part.partKey} className="refresh-panel__bank">
          <span>{part.name}</span>
          {part.state === 'failed' ? (
            <ColourLabel tone="warn">{t('traders.refresh.bankFailed')}</ColourLabel>
          ) : (
            <span className="hint num">
              {t('traders.refresh.progress', {
                done: formatNumber(part.done),
                total: formatNumber(part.total),
              })}
            </span>
          )}
          {part.code === null ? null : (
            <span className="refresh-panel__reason">
              {saidOrNull(part.message) ||
                withoutEmptyBrackets(
                  textOfFirst([`errors.${part.code}.message`], { bankName: part.name, message: '' }) ??
                    part.code,
                )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Result true: the contract list reloads with no filter, then the statistics. */
function useReloadAfterRefresh(): void {
  const changes = useRefresh((state) => state.changes);
  const seen = useRef(changes);
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    const reload = async () => {
      if (path === '/contracts') await navigate({ to: '/contracts', search: {}, replace: true });
      await queryClient.invalidateQueries({ queryKey: ['contracts', 'list'] });
      await queryClient.invalidateQueries({ queryKey: ['contracts', 'stats'] });
      void queryClient.invalidateQueries({ queryKey: ['contract'] });
      void queryClient.invalidateQueries({ queryKey: ['traderDepots'] });
    };
    void reload();
  }, [changes, navigate, path]);
}
