import { listFundDocuments } from '@depotwerk/api/documents/fund-documents';
import { sharePublicReport } from '@depotwerk/api/reports/reports';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { wholePdf } from '../apps/server/test/whole-files.ts';
import { adviser, adviserApi, contractWithPlan } from './support/adviser-api.ts';
import {
  expectAccessible,
  expectAccessibleAtBothSizes,
  loaded,
  openFirstRow,
  rowsOf,
  textsOf,
  useJourney,
} from './support/journey.ts';
import { refuseReports } from './support/refuse-reports.ts';
import { pdfText, plain, reportOf } from './support/report-text.ts';

const journey = useJourney();

describe('the documents of a contract', () => {
  it('are all made in the browser, archived, and say what the screen says', async () => {
    const contract = await contractWithPlan(journey.url, 0, { isSaving: true });
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/optimization`);
    const costs = page.getByRole('table', { name: 'Kosten' });
    await costs.waitFor();
    await loaded(page);
    const cost = async (label: RegExp) =>
      plain(await costs.getByRole('row', { name: label }).getByRole('cell').innerText()).trim();
    const before = await cost(/^Laufende Kosten.*(heute|vorher)/i);
    const after = await cost(/^Laufende Kosten.*(danach|nachher)/i);
    expect(before).toMatch(/^[\d.]+,\d\d €$/);

    await page.goto(`/contracts/${contract.id}/documents`);
    await page.getByRole('heading', { name: 'Bericht erstellen' }).waitFor();
    await loaded(page);
    const figure = async (label: string) => {
      const item = page.locator('.ui-figures__item', { hasText: label });
      return plain(await item.locator('.ui-figures__value').innerText()).trim();
    };
    const value = await figure('Vertragswert');
    const riskClass = await figure('Risikoklasse');
    const expected: Record<string, { title: string; says: string[] }> = {
      Depotübersicht: { title: 'Depotübersicht', says: [value] },
      Wertentwicklung: { title: 'Wertentwicklung', says: [value] },
      Sparplanübersicht: { title: 'Sparplanübersicht', says: ['Mindestrate', 'Nächste Raten'] },
      Umsatzübersicht: { title: 'Umsatzübersicht', says: ['Umsätze Ihres Vertrags', contract.externalKey] },
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
    await page.getByRole('button', { name: 'Alle 10 anzeigen' }).click();
    await expect.poll(() => list.count()).toBe(10);
    const again = await reportOf(page, () =>
      page.getByRole('button', { name: `Depotübersicht ${contract.externalKey} öffnen` }).click(),
    );
    expect(again.text).toContain(value);
    await expectAccessibleAtBothSizes(page);
  });

  it('close the window when a report cannot be made, and say why', async () => {
    const page = await journey.signedIn(adviser, '/contracts');
    await openFirstRow(page);
    await page.waitForURL(/\/overview/);
    await page.goto(page.url().replace(/\/overview.*$/, '/documents'));
    await refuseReports(page);
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
    const contract = await contractWithPlan(journey.url, 2);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/documents`);
    await page.evaluate(() => {
      window.open = () => null;
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Risikoprofil erstellen' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Risikoprofil_.*\.pdf$/);

    // A name of its own, so that the journey can be walked again on the same product.
    const title = `Vollmacht ${crypto.randomUUID().slice(0, 8)}`;
    await page.getByRole('button', { name: 'Hochladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Datei')
      .setInputFiles({ name: 'Ausweis.txt', mimeType: 'text/plain', buffer: Buffer.from('kein Bild') });
    await dialog.getByText('Die Datei ist weder PDF noch PNG noch JPEG.').waitFor();
    // What nobody could open later is refused, and the dialog keeps what was entered.
    await dialog.getByLabel('Datei').setInputFiles({
      name: 'Vollmacht.pdf',
      mimeType: 'application/pdf',
      buffer: wholePdf('x').subarray(0, 200),
    });
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await dialog.getByText('Die PDF-Datei ist unvollständig oder beschädigt.').waitFor();
    await dialog.getByLabel('Datei').setInputFiles({
      name: 'Vollmacht.pdf',
      mimeType: 'application/pdf',
      buffer: wholePdf('x'),
    });
    // The title follows the file until it is somebody's own.
    await expect.poll(() => dialog.getByLabel('Titel').inputValue()).toBe('Vollmacht');
    await dialog.getByLabel('Titel').fill(title);
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    const item = page.locator('.documents__item', { hasText: title });
    await item.getByText('Intern').waitFor();
    await item.getByRole('button', { name: `Weitere Aktionen: ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Für Kunden freigeben' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Für Kunden freigeben' }).click();
    await item.getByText('Freigegeben', { exact: true }).waitFor();

    await page.goto(`/documents?search=${contract.externalKey}`);
    await rowsOf(page).filter({ hasText: title }).waitFor();
    await expectAccessibleAtBothSizes(page);
  });
});

describe('a fund', () => {
  const isinOf = (dialog: Locator) =>
    dialog
      .getByText(/^[A-Z]{2}[A-Z0-9]{9}\d$/)
      .first()
      .innerText();
  const saved = async (page: Page, dialog: Locator, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name }).click(),
    ]);
    return pdfText(await download.path());
  };

  it('has profile and fact sheet as PDF, and key information where it is on file', async () => {
    const call = await adviserApi(journey.url);
    const onFile = async (fundId: number) =>
      listFundDocuments.answer
        .parse((await call('GET', `/funds/${fundId}/documents`)).answer)
        .some(({ documentType }) => documentType === 'kiid');
    let [filed, missing] = [0, 0];
    for (let fundId = 1; filed === 0 || missing === 0; fundId += 1) {
      if (await onFile(fundId)) filed ||= fundId;
      else missing ||= fundId;
    }
    const page = await journey.signedIn(adviser, `/documents?dialog=fundDetail&fundId=${filed}`);
    const dialog = page.getByRole('dialog');
    const isin = await isinOf(dialog);
    await dialog.getByText(/Das Basisinformationsblatt ist vom \d\d\.\d\d\.\d{4}\./).waitFor();
    expect(await saved(page, dialog, 'BIB als PDF')).toContain('keine Anlegerinformation');
    expect(await saved(page, dialog, 'Fondsprofil als PDF')).toContain(isin);
    expect(await saved(page, dialog, 'Factsheet als PDF')).toContain('Kein Dokument der Fondsgesellschaft');

    await page.goto(`/documents?dialog=fundDetail&fundId=${missing}`);
    await dialog.getByText('Ein Basisinformationsblatt ist nicht abgelegt.').waitFor();
    await dialog.getByRole('button', { name: 'BIB als PDF' }).click();
    await dialog.getByText('Für diesen Fonds liegt kein Basisinformationsblatt vor.').waitFor();
  });

  it('gets a document from whoever may edit funds', async () => {
    const page = await journey.signedIn('admin@demo.example', '/documents?dialog=fundDetail&fundId=2');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Unterlage ablegen' }).click();
    await dialog.getByLabel('Datei').setInputFiles({
      name: 'bild.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    });
    await dialog.getByText('Die Datei ist kein PDF.').waitFor();
    await dialog.getByLabel('Datei').setInputFiles({
      name: 'factsheet.pdf',
      mimeType: 'application/pdf',
      buffer: wholePdf('neu'),
    });
    await dialog.getByLabel('Art des Dokuments').selectOption({ label: 'Factsheet' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Unterlage ablegen' }).click();
    await dialog.getByText(/Das Factsheet der Fondsgesellschaft ist vom/).waitFor();
  });
});

describe('a public report', () => {
  it('is read without a session, and on paper says the same', async () => {
    const call = await adviserApi(journey.url);
    const shared = await call('POST', '/reports/public-reports', {
      reportType: 'costExamplePublic',
      fundId: 1,
      amount: 10_000,
      years: 10,
    });
    const { reportType, guid } = sharePublicReport.answer.parse(shared.answer);
    const page = await journey.visitor();
    await page.goto(`/reports/public?reportType=${reportType}&guid=${guid}`);
    await page.getByRole('heading', { level: 1, name: 'Kostenbeispiel' }).waitFor();
    await loaded(page);
    const cells = await textsOf(page.getByRole('table').getByRole('cell'));
    await expectAccessibleAtBothSizes(page);
    // Its words are German also where the page around them is not.
    expect(await page.locator('[lang=de]').filter({ hasText: 'Annahmen' }).count()).toBeGreaterThan(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF herunterladen' }).click(),
    ]);
    const paper = await pdfText(await download.path());
    expect(cells.length).toBeGreaterThan(3);
    for (const cell of cells) expect(paper).toContain(plain(cell).trim());
  });

  it('gets its link on screen', async () => {
    const page = await journey.signedIn(adviser, '/documents?dialog=fundDetail&fundId=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Jahre').fill('41');
    await dialog.getByLabel('Anlagebetrag').fill('5.000');
    await expect.poll(() => dialog.getByRole('button', { name: 'Link erstellen' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Jahre').fill('5');
    await dialog.getByRole('button', { name: 'Link erstellen' }).click();
    const link = await dialog.getByLabel('Öffentlicher Link', { exact: true }).inputValue();
    await dialog.getByText(/Gültig bis \d\d\.\d\d\.\d{4}, \d\d:\d\d\./).waitFor();
    await expectAccessibleAtBothSizes(page);
    const stranger = await journey.visitor();
    await stranger.goto(link);
    await stranger.getByRole('heading', { level: 1, name: 'Kostenbeispiel' }).waitFor();
    await stranger.getByText('5.000,00').first().waitFor();
    // It stands where it was made, and is taken back there.
    await page.reload();
    const line = dialog.getByRole('list', { name: 'Öffentliche Links' }).getByRole('listitem').first();
    await line.getByText('1-mal geöffnet').waitFor();
    await line.getByRole('button', { name: /^Kostenbeispiel vom .* zurücknehmen$/ }).click();
    await line.getByText('Zurückgenommen').waitFor();
    await stranger.reload();
    await stranger
      .getByText(/abgelaufen/)
      .first()
      .waitFor();
  });

  it('compares funds by a link made on screen', async () => {
    const page = await journey.signedIn(adviser, '/documents?dialog=fundDetail&fundId=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Fondsvergleich', { exact: true }).first().click();
    const create = dialog.getByRole('button', { name: 'Link erstellen' });
    await expect.poll(() => create.isDisabled()).toBe(true);
    const funds = dialog.getByRole('list', { name: 'Fonds im Vergleich' }).getByRole('listitem');
    for (const count of [2, 3, 4, 5]) {
      await dialog.getByRole('searchbox').fill('aktien');
      await dialog
        .getByRole('button', { name: /^Hinzufügen: / })
        .first()
        .click();
      await expect.poll(() => funds.count()).toBe(count);
    }
    await dialog.getByText('Fünf Fonds sind das Höchste').waitFor();
    await dialog
      .getByRole('button', { name: /^Aus dem Vergleich entfernen: / })
      .last()
      .click();
    await expect.poll(() => funds.count()).toBe(4);
    const names = await funds
      .locator('.fund-picker__name')
      .evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''));
    await create.click();
    const link = await dialog.getByLabel('Öffentlicher Link', { exact: true }).inputValue();
    await expectAccessibleAtBothSizes(page);
    const stranger = await journey.visitor();
    await stranger.goto(link);
    await stranger.getByRole('heading', { level: 1, name: 'Fondsvergleich' }).waitFor();
    await loaded(stranger);
    for (const name of names) await stranger.getByRole('columnheader', { name }).waitFor();
    await expectAccessibleAtBothSizes(stranger);
  });

  it('behind a wrong link says that the link may have expired', async () => {
    const page = await journey.visitor();
    await page.goto(`/reports/public?reportType=costExamplePublic&guid=${crypto.randomUUID()}`);
    await page
      .getByText('Die Berichtsdaten konnten nicht geladen werden. Der Link ist möglicherweise abgelaufen.')
      .waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Fehler');
    await expectAccessibleAtBothSizes(page);
  });
});
