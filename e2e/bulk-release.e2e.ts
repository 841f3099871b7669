import { setTimeout as pause } from 'node:timers/promises';
import { job } from '@depotwerk/api/jobs/jobs';
import { contractPlanRow } from '@depotwerk/api/optimization/bulk-plans';
import { releaseRow } from '@depotwerk/api/optimization/bulk-releases';
import { previewHandovers } from '@depotwerk/api/optimization/key-information';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adviser } from './support/adviser-api.ts';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import { newestExecution, openExecution, openOptimization, signBySms } from './support/desk-steps.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();

/** Starts work on many contracts and waits for its end. */
async function worked(api: DeskApi, path: string, body: object): Promise<string> {
  const started = job.parse(await api.send('POST', path, body));
  const now = async () => job.parse(await api.get(`/jobs/${started.id}`));
  for (let seen = await now(); seen.state !== 'done'; seen = await now()) await pause(100);
  return started.id;
}

describe('plans of many contracts', () => {
  it('are released for a whole list, refused with a reason, carried out one by one, and stand in the order book', async () => {
    const api = await DeskApi.signIn(journey.url, adviser);
    const traded = await tradableContract(api, banks.quader);
    await api.send('POST', `/contracts/${traded.id}/plan-optimization`, { mode: 'full' });
    // Those whose plans wait by themselves are looked for by another journey.
    const contractIds = (await api.contracts())
      .filter(({ externalKey }) => !externalKey.startsWith(banks.talgrund.prefix))
      .map(({ id }) => id);
    const planJob = await worked(api, '/contracts/plan', { selection: { contractIds }, replacement: null });
    const planned = z
      .array(contractPlanRow)
      .parse(await api.get(`/jobs/${planJob}/contract-plans?result=planned&pageSize=200`))
      .map(({ contractId }) => contractId);
    expect(planned.length).toBeGreaterThan(3);
    const selection = { contractIds: planned.slice(0, -2) };
    const { funds } = previewHandovers.answer.parse(
      await api.send('POST', '/contracts/key-information/preview', { selection }),
    );
    const documents = funds.flatMap(({ fundId, document }) =>
      document === null ? [] : [{ fundId, version: document.version }],
    );
    await worked(api, '/contracts/key-information', { selection, form: 'mail', documents });

    const page = await journey.signedIn(adviser, '/contracts');
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    const bar = page.getByRole('region', { name: 'Auswahl' });
    await bar.getByRole('button', { name: /^Alle (\d+ )?Treffer auswählen$/ }).click();
    await bar.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Vorschläge freigeben' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vorschläge freigeben' });
    await dialog.getByText(/^\d+ Vorschläge: \d+ Aufträge, Umschichtung/).waitFor();
    // What would be left out is named before, by reason, and not asked for.
    await dialog.getByText(/^\d+ Vorschl(ag wird|äge werden) ausgelassen/).waitFor();
    await dialog.getByText(/^\d+ · Basisinformationsblätter fehlen/).waitFor();
    await dialog.getByText('Die Vorschläge im Einzelnen').click();
    await dialog.getByRole('listitem').filter({ hasText: traded.externalKey }).waitFor();
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Freigeben', exact: true }).click();

    // What became of each.
    await dialog.getByText(/^\d+ Verträge angesehen$/).waitFor();
    const rows = dialog.getByRole('row');
    await rows.filter({ hasText: traded.externalKey }).getByText('Freigegeben').waitFor();
    await expectAccessibleAtBothSizes(page);
    const jobId = new URL(page.url()).searchParams.get('jobId');
    const released = z
      .array(releaseRow)
      .parse(await api.get(`/jobs/${jobId}/contract-releases?pageSize=200`))
      .filter(({ result }) => result === 'released');
    expect(released.length).toBeGreaterThan(1);

    // Released is not carried out: that takes the code of the bank, depot by depot.
    const { executions } = await api.depot(traded.id);
    expect(executions).toEqual([]);
    await openOptimization(page, traded);
    await signBySms(await openExecution(page), bank, traded);
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    await page.goto(`${journey.url}/orders?search=${traded.externalKey}`);
    await page.locator('[data-row="0"]').getByText('Ausgeführt').waitFor();
    // Whoever comes next finds the contracts without plans.
    await api.send('POST', `/jobs/${planJob}/discard-plans`);
  });
});
