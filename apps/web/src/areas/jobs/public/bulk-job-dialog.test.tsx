// @vitest-environment happy-dom
import type { Job } from '@depotwerk/api/jobs/jobs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { aJob } from '../../../platform/job-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { BulkJobDialog } from './bulk-job-dialog.tsx';

speaksGerman();

const over = aJob({ problemCount: 1 });
const problem = { id: '1', message: 'Von der Auswahl ist nichts mehr da.' };

/** What the dialog of a job says. */
function said(job: Job, words: 'optimization.bulk' | 'customers.bulkInvite' = 'optimization.bulk'): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['bulk-job', job.id], job);
  client.setQueryData(['bulk-job', job.id, 'problems'], [problem]);
  renderForTest(
    <QueryClientProvider client={client}>
      <BulkJobDialog jobId={job.id} words={words} Rows={() => <p>Zeilen</p>} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return document.querySelector('[role=dialog]')?.textContent ?? '';
}

it('says why a job did nothing of whose selection nothing was left', () => {
  expect(said(over)).toContain(problem.message);
  expect(said(over)).not.toContain('Zeilen');
});

it('counts of invitations who was invited and who was not, and a third only where somebody went meanwhile', () => {
  const ended = { state: 'done', total: 3, done: 3, changed: 1 } as const;
  const text = said(aJob({ ...ended, id: 'i1', failed: 2 }), 'customers.bulkInvite');
  expect(text).toContain('Nicht eingeladen2');
  expect(text).not.toContain('Unverändert');
  expect(said(aJob({ ...ended, id: 'i2', failed: 1 }), 'customers.bulkInvite')).toContain('Unverändert1');
});

it('says of a cancelled job how far it came and what is left out, and asks twice before it cancels one', () => {
  const going = aJob({ id: 'j3', state: 'running', total: 30, done: 10, changed: 4, canCancel: true });
  expect(said(going)).toContain('Arbeit abbrechen');
  expect(said(aJob({ ...going, id: 'j4', canCancel: false }))).not.toContain('Arbeit abbrechen');
  const ended = { ...going, state: 'done', canCancel: false, cancelled: 20 } as const;
  const text = said(
    aJob({ ...ended, id: 'j5', cancelledAt: '2026-01-05T08:00:05Z', cancelledBy: 'Ina Holm' }),
  );
  expect(text).toContain('10 von 30');
  expect(text).toContain('Abgebrochen von Ina Holm');
  expect(text).toContain('Bei 20 ist nichts geschehen');
  expect(text).toContain('Der Rest: 20');
  const all = { ...ended, done: 30, cancelled: 0, cancelledAt: '2026-01-05T08:00:05Z' };
  expect(said(aJob({ ...all, id: 'j6' }))).toContain('Es war schon alles bearbeitet.');
  expect(said(aJob({ ...all, id: 'j7' }))).not.toContain('Der Rest');
});

it('names as the rest what was cancelled and what was given up, of work that goes through contracts or customers', () => {
  const ended = { total: 30, done: 30, cancelled: 0, failed: 22, givenUp: 20 };
  expect(said(aJob({ ...ended, id: 'k1', state: 'dead' }))).toContain('Der Rest: 20');
  const cancelledAt = '2026-01-05T08:00:05Z';
  const text = said(aJob({ ...ended, id: 'k2', cancelledAt }));
  expect(text).toContain('Der Rest: 20');
  expect(text).not.toContain('Es war schon alles bearbeitet.');
  expect(said(aJob({ ...ended, id: 'k3', cancelledAt, done: 25, cancelled: 5 }))).toContain('Der Rest: 25');
  // Failed one by one: each stands with its reason in the rows.
  expect(said(aJob({ ...ended, id: 'k4', givenUp: 0 }))).not.toContain('Der Rest');
  expect(said(aJob({ ...ended, id: 'k5', state: 'dead', jobType: 'remoteRefresh' }))).not.toContain(
    'Der Rest',
  );
});

it('shows the rows of a job that went through something, whatever it could not do', () => {
  const text = said(aJob({ id: 'j2', total: 2, done: 2, failed: 1, problemCount: 1 }));
  expect(text).toContain('Zeilen');
  expect(text).not.toContain(problem.message);
});

it('leaves the focus at the heading of the page when it closes and what opened it is gone', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['bulk-job', over.id], over);
  client.setQueryData(['bulk-job', over.id, 'problems'], [problem]);
  const page = (dialog: boolean) => (
    <QueryClientProvider client={client}>
      <main>
        <h1 tabIndex={-1}>Verträge</h1>
      </main>
      {dialog ? (
        <BulkJobDialog
          jobId={over.id}
          words="optimization.bulk"
          Rows={() => null}
          onClose={() => undefined}
        />
      ) : null}
    </QueryClientProvider>
  );
  const { rerender } = renderForTest(page(true));
  rerender(page(false));
  await expect.poll(() => document.activeElement?.textContent).toBe('Verträge');
});
