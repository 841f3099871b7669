import { consultation } from '@depotwerk/api/consultations/consultations';
import { describe, expect, it } from 'vitest';
import { adviser, adviserApi, contractWithPlan } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { reportOf } from './support/report-text.ts';

const journey = useJourney();

describe('a consultation', () => {
  it('goes from the plan to a completed record: nothing is forgotten, nothing can be changed afterwards', async () => {
    const contract = await contractWithPlan(journey.url, 2);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`);
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    const start = page.getByRole('dialog');
    await start.getByText('Empfehlungen aus dem gespeicherten Vorschlag übernehmen').waitFor();
    await expectAccessibleAtBothSizes(page);
    await start.getByRole('button', { name: 'Entwurf anlegen' }).click();
    await page.waitForURL(/\/consultations\/[0-9a-f-]{36}/);
    const path = new URL(page.url()).pathname;
    await page.getByText(/von \d+ Basisinformationsbl/).waitFor();
    await expectAccessibleAtBothSizes(page);

    await page.getByRole('button', { name: 'Beratung abschließen' }).click();
    const missing = page.getByRole('group', { name: 'Zum Abschluss fehlt noch' });
    await missing.getByText('Die Begründung der Empfehlung fehlt.', { exact: true }).waitFor();
    await missing.getByText(/fehlt die Kosteninformation/).waitFor();
    await missing
      .getByText(/^Das Basisinformationsblatt zu .* ist noch nicht ausgehändigt\.$/)
      .first()
      .waitFor();

    // The list leads to the place; what is written there is saved without a button.
    await missing.getByRole('button', { name: /^Zur Stelle.*Die Begründung/ }).click();
    await page.keyboard.type('Die Umschichtung bringt das Risiko in das Band.');
    await page.getByLabel('Ort', { exact: true }).fill('Filiale Hamburg');
    await page.getByText(/Entwurf gespeichert um \d\d:\d\d/).waitFor();
    await missing
      .getByText('Die Begründung der Empfehlung fehlt.', { exact: true })
      .waitFor({ state: 'hidden' });
    // Left at once after typing: saved on the way, and resumed where it was.
    await page.getByLabel('Ort', { exact: true }).fill('Beim Kunden');
    await page.getByRole('navigation', { name: 'Sie sind hier' }).getByRole('link').last().click();
    await page.waitForURL(/\/customers\//);
    await page.locator(`a[href="${path}"]`).click();
    await page.waitForURL(new RegExp(path));
    await expect.poll(() => page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Beim Kunden');
    await expect
      .poll(() => page.getByLabel('Begründung der Empfehlung').inputValue())
      .toContain('in das Band');

    const all = page.getByRole('button', {
      name: 'Alle als ausgehändigt festhalten',
    });
    const single = page.getByLabel('Basisinformationsblatt: Ausgehändigt').first();
    await all.or(single).first().waitFor();
    if (await all.isVisible()) await all.click();
    else await single.check();
    await missing
      .getByText(/noch nicht ausgehändigt/)
      .first()
      .waitFor({ state: 'hidden' });
    const statement = await reportOf(page, () =>
      missing.getByRole('button', { name: 'Kosteninformation erstellen' }).click(),
    );
    expect(statement.name).toContain('Kosteninformation');
    await page.getByText('Alles ist vollständig. Die Beratung kann abgeschlossen werden.').waitFor();
    await page.getByRole('button', { name: 'Beratung abschließen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Beratung abschließen' }).click();
    await page.getByText('Diese Beratungsdokumentation ist abgeschlossen und unveränderlich.').waitFor();
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    await page.getByText('Die Umschichtung bringt das Risiko in das Band.').waitFor();
    await expectAccessibleAtBothSizes(page);

    await page.getByRole('button', { name: 'Nachtrag erstellen' }).click();
    await page.waitForURL((address) => address.pathname !== path);
    await page.getByText('Nachtrag zu einer abgeschlossenen Beratung').waitFor();
    await page.getByRole('button', { name: 'Nicht weiterverfolgen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Nicht weiterverfolgen' }).click();
    await page.getByText('Nicht weiterverfolgt', { exact: true }).waitFor();

    await page.goto(`/contracts/${contract.id}/history`);
    await page.locator(`a[href="${path}"]`).waitFor();
  });

  it('loses nothing when two people write', async () => {
    const contract = await contractWithPlan(journey.url, 2);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`);
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entwurf anlegen' }).click();
    await page.waitForURL(/\/consultations\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.split('/')[2];
    await page.getByLabel('Ort', { exact: true }).fill('Filiale');
    await page.getByText(/Entwurf gespeichert um/).waitFor();

    const call = await adviserApi(journey.url);
    const record = async () => consultation.parse((await call('GET', `/consultations/${id}`)).answer);
    await expect.poll(async () => (await record()).place).toBe('Filiale');
    const write = async (place: string) => {
      const { contractIds, consultationKind, initiative, participants, startedAt, ...read } = await record();
      const body = {
        contractIds,
        consultationKind,
        initiative,
        participants,
        startedAt,
        reasonText: read.reasonText,
        isPeriodicReviewAgreed: read.isPeriodicReviewAgreed,
        place,
        recommendations: read.recommendations.map(({ fundName: _name, isin: _isin, ...kept }) => kept),
      };
      const tag = { 'if-match': `"${read.rowVersion}"` };
      const saved = await call('PUT', `/consultations/${id}`, body, tag);
      expect(saved.status).toBe(200);
    };
    await write('Telefon');
    await page.getByLabel('Ort', { exact: true }).fill('Video');
    const conflict = page.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await conflict.waitFor();
    await expectAccessibleAtBothSizes(page);
    await conflict.getByRole('button', { name: 'Alles von mir' }).click();
    await conflict.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Video');
    await expect.poll(async () => (await record()).place).toBe('Video');

    await write('Telefon');
    await page.getByLabel('Ort', { exact: true }).fill('Messe');
    await conflict.getByRole('button', { name: 'Alles vom anderen Stand' }).click();
    await conflict.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Telefon');
  });
});
