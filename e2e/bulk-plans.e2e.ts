import { listContracts } from '@depotwerk/api/contracts/contracts';
import { job, leftOutRow } from '@depotwerk/api/jobs/jobs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { replaceablePair } from './support/replaceable-pair.ts';

const journey = useJourney();

/** All contracts but those whose plans wait by themselves: another journey looks for these, and a plan anew ends them. */
async function withoutContinuous(call: Awaited<ReturnType<typeof adviserApi>>): Promise<string[]> {
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await call('GET', `/contracts?pageSize=200&page=${page}`)).answer),
  );
  return pages
    .flatMap((page) => listContracts.answer.parse(page))
    .filter(({ externalKey }) => !externalKey.startsWith('TG-'))
    .map(({ id }) => id);
}

describe('plans for many contracts', () => {
  it('replace a fund wherever it is held, say why not elsewhere, and are taken back', async () => {
    const { from, to, contract } = await replaceablePair(journey.url);
    const page = await journey.signedIn(adviser, `/documents?dialog=fundDetail&fundId=${from.id}`);
    await page.getByRole('link', { name: 'Verträge mit diesem Fonds' }).click();
    await page.waitForURL(new RegExp(`/contracts\\?.*heldFundId=${from.id}`));
    await page.getByText(`Fonds in Bestand oder Sparplan: ${from.name}`).waitFor();
    await page.getByText(contract.externalKey).first().waitFor();

    await page.goto(`${page.url()}&dialog=fundDetail&fundId=${from.id}`);
    await page.getByRole('link', { name: 'Durch anderen Fonds ersetzen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fonds ersetzen' });
    await dialog
      .getByText(/halten|hält/)
      .first()
      .waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Vorschläge erstellen' }).isDisabled())
      .toBe(true);
    await dialog.getByRole('searchbox').fill(to.isin);
    await dialog.getByRole('button', { name: to.name }).click();
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Vorschläge erstellen' }).click();

    const result = page.getByRole('dialog', { name: 'Vorschläge erstellen' });
    await result.getByText(/^\d+ (Vertrag|Verträge) angesehen$/).waitFor();
    await result
      .getByRole('row')
      .filter({ hasText: contract.externalKey })
      .getByText('Vorschlag', { exact: true })
      .waitFor();
    await expectAccessibleAtBothSizes(page);

    // The plan stands at the contract as one made by hand; then all of them go.
    const address = page.url();
    await result.getByRole('link', { name: contract.externalKey }).click();
    await page.waitForURL(/\/optimization/);
    await page.getByText(`${from.name} wird durch ${to.name} ersetzt.`).first().waitFor();
    await page.goto(address);
    await result.getByRole('button', { name: 'Zurücknehmen …' }).click();
    await result.getByRole('button', { name: 'Vorschläge zurücknehmen' }).click();
    await page.getByText(/^\d+ (Vorschlag|Vorschläge) zurückgenommen\./).waitFor();
    await result.getByText('Nicht mehr offen').first().waitFor();
  });

  it('are made for what was chosen in the list, and tell each contract’s result', async () => {
    const page = await journey.signedIn(adviser, '/contracts?scoreTo=60');
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    const first = page.locator('[data-row="0"]');
    await first.getByText(/\d/).first().waitFor();
    await first.press('Space');
    await page.getByText('1 Vertrag ausgewählt').waitFor();
    const bar = page.getByRole('region', { name: 'Auswahl' });
    await bar.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Vorschläge erstellen' }).click();
    const result = page.getByRole('dialog', { name: 'Vorschläge erstellen' });
    await result.getByText('1 Vertrag angesehen').waitFor();
    await expect.poll(() => result.getByRole('row').count()).toBe(2);
    const takeBack = result.getByRole('button', { name: 'Zurücknehmen …' });
    if ((await takeBack.count()) > 0) {
      await takeBack.click();
      await result.getByRole('button', { name: 'Vorschläge zurücknehmen' }).click();
      await page.getByText(/zurückgenommen\./).waitFor();
    }
  });

  it('stop in their middle when cancelled, tell what is left out, and go on there', async () => {
    const call = await adviserApi(journey.url, 'admin@demo.example');
    const selection = { contractIds: await withoutContinuous(call) };
    for (const size of ['desktop', 'phone'] as const) {
      const page = await journey.signedIn('admin@demo.example', '/contracts', size);
      const started = job.parse(
        (await call('POST', '/contracts/plan', { selection, replacement: null })).answer,
      );
      const now = async () => job.parse((await call('GET', `/jobs/${started.id}`)).answer);
      // As soon as it is in pieces: a machine with nothing else to do is through before two buttons are found.
      await expect.poll(async () => (await now()).total, { interval: 20 }).toBeGreaterThan(0);
      expect((await call('POST', `/jobs/${started.id}/cancel`)).status).toBe(200);
      await page.goto(`/contracts?dialog=bulkPlan&jobId=${started.id}`);
      const dialog = page.getByRole('dialog', { name: 'Vorschläge erstellen' });
      const goOn = dialog.getByRole('button', { name: 'Rest bearbeiten' });
      await goOn.waitFor();
      const stopped = await now();
      expect(stopped.cancelled).toBeGreaterThan(0);
      await dialog.getByText(/^Abgebrochen von .* Bei \d+ ist nichts geschehen\./).waitFor();
      // One by one: the first hundred, each with its number and name.
      await dialog.getByText(`Der Rest: ${stopped.cancelled}`).click();
      const rest = dialog.getByRole('table', { name: 'Rest' });
      await rest.getByRole('rowheader').first().waitFor();
      expect(await rest.getByRole('rowheader').count()).toBe(Math.min(100, stopped.cancelled ?? 0));
      const leftOut = z.array(leftOutRow).parse((await call('GET', `/jobs/${started.id}/left-out`)).answer);
      expect(await rest.getByRole('rowheader').first().innerText()).toBe(
        `${leftOut[0]?.externalKey} ${leftOut[0]?.customerName}`,
      );
      await expectAccessibleAtBothSizes(page);

      await goOn.click();
      await page.getByText('Die Arbeit wird fortgesetzt.').first().waitFor();
      expect(await dialog.getByRole('button', { name: 'Jetzt abbrechen' }).count()).toBe(0);
      await dialog.getByText(`${stopped.total} Verträge angesehen`).waitFor();
      expect(await now()).toMatchObject({ done: stopped.total, cancelled: 0, cancelledAt: null });
      expect((await call('POST', `/jobs/${started.id}/discard-plans`)).status).toBe(200);
    }
  });
});
