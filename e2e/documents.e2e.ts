import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { demoPassword, expectAccessible, type Size, sizes, useJourney } from './support/journey.ts';

const journey = useJourney();
const adviser = 'berater@demo.example';

interface Contract {
  id: string;
  externalKey: string;
}

/** Calls of the adviser beside the browser, to prepare what a journey begins with. */
async function adviserApi() {
  const answer = await fetch(`${journey.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'depotwerk' },
    body: JSON.stringify({ userName: adviser, password: demoPassword }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return async <Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const reply = await fetch(`${journey.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, answer: (await reply.json()) as Answer };
  };
}

/** The nth contract out of its band with a valid profile, for which a plan was just stored. */
async function contractWithPlan(nth: number): Promise<Contract> {
  const call = await adviserApi();
  const { answer: found } = await call<Contract[]>('GET', '/contracts?riskOutOfBand=true&pageSize=50');
  const today = new Date().toISOString().slice(0, 10);
  let left = nth;
  for (const contract of found) {
    const { answer } = await call<{ latestRiskAssessment: { validUntil: string } | null }>(
      'GET',
      `/contracts/${contract.id}`,
    );
    if ((answer.latestRiskAssessment?.validUntil ?? '') < today) continue;
    const plan = await call<{ transactions: { action: string }[] }>(
      'POST',
      `/contracts/${contract.id}/plan-optimization`,
      { mode: 'full' },
    );
    if (plan.status !== 200 || plan.answer.transactions.every(({ action }) => action !== 'buy')) continue;
    if (left === 0) return contract;
    left -= 1;
  }
  throw new Error('The demo has too few contracts out of their band.');
}

const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');

/** Text of a PDF, words split at line ends joined. */
async function pdfText(path: string): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(path))), {
    mergePages: true,
  });
  return plain(text);
}

/** Clicks, and returns name and text of the report its window brings. */
async function reportOf(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), click()]);
  const download = await popup.waitForEvent('download');
  // Where PDFs are saved, the window says so under the file's name and can be closed.
  expect(await popup.title()).toBe(download.suggestedFilename());
  await popup.getByRole('button', { name: 'Fenster schließen' }).click();
  await expect.poll(() => popup.isClosed()).toBe(true);
  return { name: download.suggestedFilename(), text: await pdfText(await download.path()) };
}

const both = Object.keys(sizes) as Size[];

describe.each(both)('the documents of a contract (%s)', (size) => {
  it('are all made in the browser, archived, and say what the screen says', async () => {
    const contract = await contractWithPlan(size === 'desktop' ? 0 : 1);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/optimization`, size);
    const costs = page.getByRole('table', { name: 'Kosten' });
    await costs.waitFor();
    const cost = async (label: RegExp) =>
      plain(await costs.getByRole('row', { name: label }).getByRole('cell').innerText()).trim();
    const before = await cost(/^Laufende Kosten.*(heute|vorher)/i);
    const after = await cost(/^Laufende Kosten.*(danach|nachher)/i);
    expect(before).toMatch(/^[\d.]+,\d\d €$/);

    await page.goto(`/contracts/${contract.id}/documents`);
    await page.getByRole('heading', { name: 'Bericht erstellen' }).waitFor();
    const figure = async (label: string) => {
      const item = page.locator('.ui-figures__item', { hasText: label });
      return plain(await item.locator('.ui-figures__value').innerText()).trim();
    };
    const value = await figure('Vertragswert');
    const riskClass = await figure('Risikoklasse');
    const expected: Record<string, { title: string; says: string[] }> = {
      Depotübersicht: { title: 'Depotübersicht', says: [value] },
      Wertentwicklung: { title: 'Wertentwicklung', says: [value] },
      Risikoprofil: { title: 'Risikoprofil', says: [`Risikoklasse ${riskClass} von`] },
      Kosteninformation: { title: 'Kosteninformation', says: [before, after] },
      Vergleichsbericht: { title: 'Vergleichsbericht', says: [before, after] },
      Optimierungsbericht: { title: 'Optimierungsbericht', says: [before, after] },
      Geeignetheitserklärung: { title: 'Geeignetheitserklärung', says: ['Unsere Empfehlung'] },
      Vertragsunterlagen: { title: 'Vertragsunterlagen', says: [contract.externalKey] },
    };
    await page.getByLabel('Anrede').fill('Guten Tag zusammen');
    for (const [name, { title, says }] of Object.entries(expected)) {
      const report = await reportOf(page, () =>
        page.getByRole('button', { name: `${name} erstellen` }).click(),
      );
      expect(report.name).toContain(`${title}_${contract.externalKey}_`);
      expect(report.text).toContain('Guten Tag zusammen,');
      for (const said of says) expect(report.text, `${name}: ${said}`).toContain(said);
    }

    // All lie in the archive, and open again as they were.
    const list = page.locator('.documents__item', { hasText: 'Prüfsumme' });
    await expect.poll(() => list.count()).toBe(8);
    const again = await reportOf(page, () =>
      page.getByRole('button', { name: `Depotübersicht ${contract.externalKey} öffnen` }).click(),
    );
    expect(again.text).toContain(value);
    await expectAccessible(page);
  });

  it('close the window when a report cannot be made, and say why', async () => {
    const page = await journey.signedIn(adviser, '/contracts', size);
    await page.locator('[data-row="0"]').getByText(/\d/).first().waitFor();
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/contracts\/[0-9a-f-]{36}/);
    await page.goto(page.url().replace(/\/overview.*$/, '/documents'));
    await page.route('**/report-data/**', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          code: 'reports.failed',
          message: 'Der Bericht konnte nicht erstellt werden.',
        }),
      }),
    );
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Depotübersicht erstellen' }).click(),
    ]);
    await expect.poll(() => popup.isClosed()).toBe(true);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Der Bericht konnte nicht erstellt werden.').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.getByText('Fehler:').waitFor();
  });

  it('are saved in place where windows are blocked, uploaded, and released', async () => {
    const contract = await contractWithPlan(size === 'desktop' ? 2 : 3);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`, size);
    await page.evaluate(() => {
      window.open = () => null;
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Risikoprofil erstellen' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Risikoprofil_.*\.pdf$/);

    await page.getByRole('button', { name: 'Hochladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Datei')
      .setInputFiles({ name: 'Ausweis.txt', mimeType: 'text/plain', buffer: Buffer.from('kein Bild') });
    await dialog.getByText('Die Datei ist weder PDF noch PNG noch JPEG.').waitFor();
    await dialog.getByLabel('Datei').setInputFiles({
      name: 'Vollmacht.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 x'),
    });
    await dialog.getByLabel('Titel').fill('Vollmacht der Ehefrau');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    const item = page.locator('.documents__item', { hasText: 'Vollmacht der Ehefrau' });
    await item.getByText('Intern').waitFor();
    await item.getByRole('button', { name: 'Weitere Aktionen: Vollmacht der Ehefrau' }).click();
    await page.getByRole('menuitem', { name: 'Für Kunden freigeben' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Für Kunden freigeben' }).click();
    await item.getByText('Freigegeben', { exact: true }).waitFor();

    await page.goto(`/documents?search=${contract.externalKey}`);
    await page.locator('[data-row]').filter({ hasText: 'Vollmacht der Ehefrau' }).waitFor();
    await expectAccessible(page);
  });
});

describe.each(both)('a consultation (%s)', (size) => {
  it('goes from the plan to a completed record: nothing is forgotten, nothing can be changed afterwards', async () => {
    const contract = await contractWithPlan(size === 'desktop' ? 2 : 3);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`, size);
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    const start = page.getByRole('dialog');
    await start.getByText('Empfehlungen aus dem gespeicherten Vorschlag übernehmen').waitFor();
    await expectAccessible(page);
    await start.getByRole('button', { name: 'Entwurf anlegen' }).click();
    await page.waitForURL(/\/consultations\/[0-9a-f-]{36}/);
    const path = new URL(page.url()).pathname;
    await page.getByText(/von \d+ Basisinformationsbl/).waitFor();
    await expectAccessible(page);

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
    expect(await page.getByLabel('Begründung der Empfehlung').inputValue()).toContain('in das Band');

    const all = page.getByRole('button', {
      name: 'Alle als ausgehändigt festhalten',
    });
    if (await all.isVisible()) await all.click();
    else await page.getByLabel('Basisinformationsblatt: Ausgehändigt').first().check();
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
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByText('Die Umschichtung bringt das Risiko in das Band.').waitFor();
    await expectAccessible(page);

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
    const contract = await contractWithPlan(size === 'desktop' ? 2 : 3);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`, size);
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entwurf anlegen' }).click();
    await page.waitForURL(/\/consultations\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.split('/')[2];
    await page.getByLabel('Ort', { exact: true }).fill('Filiale');
    await page.getByText(/Entwurf gespeichert um/).waitFor();

    const call = await adviserApi();
    const write = async (place: string) => {
      const { answer } = await call<Record<string, unknown> & { recommendations: Record<string, unknown>[] }>(
        'GET',
        `/consultations/${id}`,
      );
      const { contractIds, consultationKind, initiative, participants, startedAt } = answer;
      const { reasonText, isPeriodicReviewAgreed, rowVersion } = answer;
      const saved = await call(
        'PUT',
        `/consultations/${id}`,
        {
          ...{ contractIds, consultationKind, initiative, participants, startedAt, reasonText },
          isPeriodicReviewAgreed,
          place,
          recommendations: answer.recommendations.map(({ fundName: _name, isin: _isin, ...kept }) => kept),
        },
        { 'if-match': `"${String(rowVersion)}"` },
      );
      expect(saved.status).toBe(200);
    };
    await write('Telefon');
    await page.getByLabel('Ort', { exact: true }).fill('Video');
    const conflict = page.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await conflict.waitFor();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Eigene Angaben speichern' }).click();
    await conflict.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Video');
    await expect
      .poll(async () => (await call<{ place: string }>('GET', `/consultations/${id}`)).answer.place)
      .toBe('Video');

    await write('Telefon');
    await page.getByLabel('Ort', { exact: true }).fill('Messe');
    await conflict.getByRole('button', { name: 'Fassung vom Server laden' }).click();
    await conflict.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Telefon');
  });
});

describe('a fund', () => {
  it('has its profile as PDF, and says which document is not on file', async () => {
    const page = await journey.signedIn(adviser, '/documents?dialog=fundDetail&fundId=1');
    const dialog = page.getByRole('dialog');
    const isin = await dialog
      .getByText(/^[A-Z]{2}[A-Z0-9]{9}\d$/)
      .first()
      .innerText();
    await dialog.getByRole('button', { name: 'BIB als PDF' }).click();
    await dialog.getByText('Für diesen Fonds liegt kein Basisinformationsblatt vor.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Fondsprofil als PDF' }).click(),
    ]);
    expect(await pdfText(await download.path())).toContain(isin);
  });
});

describe.each(both)('a public report (%s)', (size) => {
  it('is read without a session, and on paper says the same', async () => {
    const call = await adviserApi();
    const { answer } = await call<{ guid: string; reportType: string }>('POST', '/reports/public-reports', {
      reportType: 'costExamplePublic',
      fundId: 1,
      amount: 10_000,
      years: 10,
    });
    const page = await journey.visitor(size);
    await page.goto(`/reports/public?reportType=${answer.reportType}&guid=${answer.guid}`);
    await page.getByRole('heading', { level: 1, name: 'Kostenbeispiel' }).waitFor();
    const cells = await page.getByRole('table').getByRole('cell').allInnerTexts();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF herunterladen' }).click(),
    ]);
    const paper = await pdfText(await download.path());
    expect(cells.length).toBeGreaterThan(3);
    for (const cell of cells) expect(paper).toContain(plain(cell).trim());
  });

  it('behind a wrong link says that the link may have expired', async () => {
    const page = await journey.visitor(size);
    await page.goto(`/reports/public?reportType=costExamplePublic&guid=${crypto.randomUUID()}`);
    await page
      .getByText('Die Berichtsdaten konnten nicht geladen werden. Der Link ist möglicherweise abgelaufen.')
      .waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Fehler');
    await expectAccessible(page);
  });
});
