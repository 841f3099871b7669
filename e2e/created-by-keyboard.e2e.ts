import { beforeAll, describe, expect, it } from 'vitest';
import { ByKeys } from './support/by-keys.ts';
import { DeskApi } from './support/desk-api.ts';
import { useJourney } from './support/journey.ts';

const journey = useJourney();
const office = 'admin@demo.example';
const mark = crypto.randomUUID().slice(0, 6);
const byKeys = async (path: string) => new ByKeys(await journey.signedIn(office, path));

let tariff: { id: string; name: string };
beforeAll(async () => {
  const api = await DeskApi.signIn(journey.url, office);
  const { tariffs } = await api.get<{ tariffs: (typeof tariff)[] }>('/contracts/filter-choices');
  const first = tariffs[0];
  if (first === undefined) throw new Error('the demonstration has no tariff');
  tariff = first;
});

/** The page of what was created is there, and whoever works by keyboard stands at its heading. */
async function standsAt(keys: ByKeys, address: RegExp, heading: string): Promise<void> {
  await expect.poll(() => keys.address().pathname).toMatch(address);
  await keys.seesOf('heading', heading);
  await expect.poll(async () => (await keys.focused()).name).toContain(heading);
  await keys.isSomewhere();
}

describe('what is created without a mouse', () => {
  it('is a customer and a contract of hers: each page begins at its heading', async () => {
    const name = `Tastenkind${mark}`;
    const keys = await byKeys('/customers');
    await keys.seesOf('button', 'Kunde anlegen');
    await keys.use('Kunde anlegen');
    await keys.inDialog('Kunde anlegen');
    await keys.write('Vorname', 'Özlem');
    await keys.write('Nachname', name);
    await keys.write('Geburtsdatum', '3.4.1964');
    await keys.use('Speichern');
    await standsAt(keys, /^\/customers\/[0-9a-f-]{36}$/, name);

    await keys.use('Vertrag anlegen');
    await keys.inDialog('Vertrag anlegen');
    await keys.write('Tarif', tariff.name);
    await keys.write('Vertragsnummer', `H-${name}`);
    await keys.write('Beginn', '01.02.2020');
    await keys.write('Stichtag', '02.11.2026');
    await keys.write('Guthaben außerhalb der Fonds', '1.234,50');
    await keys.use('Speichern');
    await standsAt(keys, /^\/contracts\/[0-9a-f-]{36}\/overview$/, name);
  });

  it('is a group', async () => {
    const keys = await byKeys('/user-management/groups');
    await keys.seesOf('button', 'Gruppe anlegen');
    await keys.use('Gruppe anlegen');
    await keys.seesOf('textbox', 'Name der Gruppe');
    await keys.write('Name der Gruppe', `Tasten ${mark}`);
    await keys.write('Beschreibung', 'Nur für diesen Gang');
    await keys.use('Speichern');
    await standsAt(keys, /^\/user-management\/groups\/[0-9a-f-]{36}\/users$/, `Tasten ${mark}`);
  });

  it('is a tariff copied from another', async () => {
    const keys = await byKeys(`/admin/tariffs?dialog=copyTariff&tariffId=${tariff.id}`);
    await keys.seesOf('dialog', /kopieren/);
    await keys.to('Tarifbezeichnung');
    await keys.press('Control+a');
    await keys.type(`Tarif ${mark}`);
    await keys.press('Enter');
    await standsAt(keys, /^\/admin\/tariffs\/[0-9a-f-]{36}\/info$/, `Tarif ${mark}`);
  });
});
