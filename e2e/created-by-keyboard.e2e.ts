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

/** Where whoever works by keyboard stands, once the page of what was created is there. */
async function standsAt(keys: ByKeys, address: RegExp, heading: string): Promise<string> {
  await keys.arrives(address);
  await keys.seesOf('heading', heading);
  await keys.isSomewhere();
  return (await keys.focused()).name;
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
    expect(await standsAt(keys, /^\/customers\/[0-9a-f-]{36}$/, name)).toContain(name);

    await keys.use('Vertrag anlegen');
    await keys.inDialog('Vertrag anlegen');
    await keys.to('Tarif');
    await keys.press('ArrowDown');
    await keys.write('Vertragsnummer', `H-${name}`);
    await keys.write('Beginn', '01.02.2020');
    await keys.write('Stichtag', '02.11.2026');
    await keys.write('Guthaben außerhalb der Fonds', '1.234,50');
    await keys.use('Speichern');
    expect(await standsAt(keys, /^\/contracts\/[0-9a-f-]{36}\/overview$/, name)).toContain(name);
  });

  it('is a group', async () => {
    const keys = await byKeys('/user-management/groups');
    await keys.seesOf('button', 'Gruppe anlegen');
    await keys.use('Gruppe anlegen');
    await keys.seesOf('textbox', 'Name der Gruppe');
    await keys.write('Name der Gruppe', `Tasten ${mark}`);
    await keys.write('Beschreibung', 'Nur für diesen Gang');
    await keys.use('Speichern');
    const people = /^\/user-management\/groups\/[0-9a-f-]{36}\/users$/;
    expect(await standsAt(keys, people, `Tasten ${mark}`)).toBe(`Tasten ${mark}`);
  });

  it('is a tariff copied from another', async () => {
    const keys = await byKeys(`/admin/tariffs?dialog=copyTariff&tariffId=${tariff.id}`);
    await keys.seesOf('dialog', /kopieren/);
    await keys.to('Tarifbezeichnung');
    await keys.press('Control+a');
    await keys.type(`Tarif ${mark}`);
    await keys.press('Enter');
    expect(await standsAt(keys, /^\/admin\/tariffs\/[0-9a-f-]{36}\/info$/, 'Angaben')).toBe('Angaben');
  });
});
