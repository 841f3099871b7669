import { beforeAll, describe, expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { ByKeys } from './support/by-keys.ts';
import { banks, DeskApi, type DeskContract, tradableContract } from './support/desk-api.ts';
import { useJourney } from './support/journey.ts';
import { replaceablePair } from './support/replaceable-pair.ts';
import { openCount, tasksAtRest } from './support/work-list.ts';

const journey = useJourney();
const second = 'admin@demo.example';
const mark = crypto.randomUUID().slice(0, 6);
const byKeys = async (path: string, who: string = adviser) => new ByKeys(await journey.signedIn(who, path));

let api: DeskApi;
let traded: DeskContract;
beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, adviser);
  traded = await tradableContract(api, banks.quader);
});

/** Work on many is over, and its result was read. */
async function overAndClosed(keys: ByKeys, title: string): Promise<string> {
  await keys.inDialog(title);
  await keys.sees(/^\d+ (Vertrag|Verträge) (angesehen|bearbeitet)/);
  await keys.isSomewhere();
  const jobId = keys.address().searchParams.get('jobId') ?? '';
  await keys.use('Schließen');
  await keys.closed();
  return jobId;
}

describe('the adviser’s day without a mouse', () => {
  it('plans many contracts, releases what was confirmed and writes a report of the year', async () => {
    const { id, externalKey } = traded;
    // What is recommended for it may be nothing: somebody planned it by hand.
    await api.send('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    const keys = await byKeys(`/contracts?search=${banks.quader.prefix}`);
    await keys.chooseRows(2);
    await keys.sees('2 Verträge ausgewählt');
    await keys.use('Treffer auswählen');
    await keys.isSomewhere();
    await keys.take('Weitere Aktionen', 'Vorschläge erstellen');
    const planJob = await overAndClosed(keys, 'Vorschläge erstellen');

    await keys.open(`/contracts?search=${externalKey}`);
    await keys.chooseRows(1);
    await keys.take('Weitere Aktionen', 'Vorschläge freigeben');
    await keys.inDialog('Vorschläge freigeben');
    await keys.sees(/^1 Vorschlag:/);
    await keys.toExactly('Freigeben');
    await keys.press('Enter');
    const releaseJob = await overAndClosed(keys, 'Vorschläge freigeben');

    await keys.chooseRows(1);
    await keys.take('Weitere Aktionen', 'Jahresberichte');
    await keys.inDialog('Jahresberichte');
    await keys.use('Berichte erstellen');
    const letters = await overAndClosed(keys, 'Jahresberichte');
    expect(new Set([planJob, releaseJob, letters]).size).toBe(3);
    await api.send('POST', `/jobs/${planJob}/discard-plans`);
    await api.discardPlan(id);
  });

  it('replaces a fund wherever it is held, and takes it back', async () => {
    const { from, to } = await replaceablePair(journey.url);
    const keys = await byKeys(`/documents?dialog=fundDetail&fundId=${from.id}`);
    await keys.seesOf('link', 'Durch anderen Fonds ersetzen');
    await keys.use('Durch anderen Fonds ersetzen');
    await keys.inDialog('Fonds ersetzen');
    await keys.write('ISIN, WKN oder Name', to.isin);
    await keys.seesOf('button', to.name);
    await keys.use(to.name);
    // What is picked takes the place of the search: the focus stands at what takes it back.
    await expect.poll(async () => (await keys.focused()).name).toBe('Auswahl aufheben');
    await keys.use('Vorschläge erstellen');
    await keys.inDialog('Vorschläge erstellen');
    await keys.sees(/^\d+ (Vertrag|Verträge) angesehen/);
    await keys.use('Zurücknehmen …');
    await keys.toExactly('Vorschläge zurücknehmen');
    await keys.press('Enter');
    await keys.sees(/^\d+ (Vorschlag|Vorschläge) zurückgenommen\./);
    await keys.isSomewhere();
  });

  it('asks a second person, who finds the request in the order book and agrees', async () => {
    const { id, externalKey } = traded;
    const office = await DeskApi.signIn(journey.url, second);
    await office.setApprovalLimit(100);
    await api.send('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    const first = await byKeys(`/contracts/${id}/optimization`);
    await first.sees('Eine zweite Person muss zustimmen');
    await first.use('Freigabe erbitten');
    await first.inDialog('Freigabe erbitten');
    await first.write('Anmerkung', 'Der Kunde drängt.');
    await first.toExactly('Freigabe erbitten');
    await first.press('Enter');
    await first.closed();
    // The button went with what was asked: the focus stands at what says how far it is.
    await expect.poll(async () => (await first.focused()).name).toContain('Wartet auf die Zustimmung');
    await first.isSomewhere();

    const other = await byKeys(`/orders?view=approvals&search=${externalKey}`, second);
    await other.sees(externalKey);
    await other.use(externalKey);
    await other.sees('„Der Kunde drängt.“');
    await other.toExactly('Freigeben');
    await other.press('Enter');
    await other.inDialog('Vorschlag freigeben');
    await other.toExactly('Freigeben');
    await other.press('Enter');
    await other.closed();
    await expect
      .poll(async () => (await other.focused()).name)
      .toContain('Von einer zweiten Person freigegeben');
    await office.setApprovalLimit(null);
    await api.discardPlan(id);
  });

  it('keeps the list as a view, opens it and deletes it', async () => {
    const name = `Tasten ${mark}`;
    const keys = await byKeys('/contracts?scoreTo=60');
    await keys.seesOf('button', 'Ansichten');
    await keys.take('Ansichten', 'Als neue Ansicht speichern');
    await keys.write('Name', name);
    await keys.press('Enter');
    await keys.closed();
    await keys.open('/contracts');
    await keys.seesOf('button', 'Ansichten');
    await keys.take('Ansichten', name);
    await keys.seesOf('button', `Ansicht: ${name}`);
    await keys.isSomewhere();
    await keys.take(`Ansicht: ${name}`, 'Ansicht löschen');
    await keys.use('Löschen');
    await keys.closed();
    expect((await keys.focused()).isShown).toBe(true);
  });

  it('makes a tag, gives it to a contract and writes a note there', async () => {
    const tag = `Jahresgespräch ${mark}`;
    const keys = await byKeys('/admin/tags', second);
    await keys.seesOf('button', 'Schlagwort anlegen');
    await keys.use('Schlagwort anlegen');
    await keys.inDialog('Schlagwort anlegen');
    await keys.write('Name', tag);
    await keys.press('Enter');
    await keys.closed();
    await keys.open(`/contracts/${traded.id}/notes`);
    await keys.seesOf('button', 'Schlagwörter ändern');
    await keys.use('Schlagwörter ändern');
    await keys.seesOf('dialog', /Schlagwörter/);
    await keys.use(tag, 'Space');
    await keys.use('Speichern');
    await keys.closed();
    await keys.use('Notiz schreiben');
    await keys.inDialog('Notiz schreiben');
    await keys.write('Notiz', `Per Tastatur ${mark}`);
    await keys.use('Speichern');
    await keys.closed();
    await keys.sees(`Per Tastatur ${mark}`);
    expect((await keys.focused()).isShown).toBe(true);
  });

  it('does a task, which leaves the list of a colleague by itself and comes back by a key', async () => {
    await tasksAtRest(journey.url);
    const page = await journey.signedIn(adviser, '/workbench');
    const other = await journey.signedIn('assistenz@demo.example', '/workbench');
    const keys = new ByKeys(page);
    for (const list of [page, other])
      await list
        .getByRole('button', { name: /^Erledigen: / })
        .first()
        .waitFor();
    const [before, theirs] = [await openCount(page), await openCount(other)];
    await keys.use('Erledigen: ');
    await expect.poll(() => openCount(page)).toBe(before - 1);
    await keys.isSomewhere();
    await keys.press('Control+z');
    await expect.poll(() => openCount(page)).toBe(before);
    await expect.poll(() => openCount(other)).toBe(theirs);
  });
});
