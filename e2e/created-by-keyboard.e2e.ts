import { describe, expect, it } from 'vitest';
import { ByKeys } from './support/by-keys.ts';
import { useJourney } from './support/journey.ts';

const journey = useJourney();
const office = 'admin@demo.example';
const mark = crypto.randomUUID().slice(0, 6);
const byKeys = async (path: string) => new ByKeys(await journey.signedIn(office, path));

/** Where whoever works by keyboard stands, once the page of what was created is there. */
async function standsAt(keys: ByKeys, address: RegExp, heading: string): Promise<string> {
  await keys.arrives(address);
  await keys.seesOf('heading', heading);
  await keys.isSomewhere();
  return (await keys.focused()).name;
}

describe('what is created without a mouse', () => {
  it('is a customer: her page begins at its heading', async () => {
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
});
