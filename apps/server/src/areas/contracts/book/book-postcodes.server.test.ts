import { expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';

const { reasons, rows, run, test } = useBookWorld();

it('asks for a German postcode as the form does, where the line names no other country and the house knows none', async () => {
  const names = 'Kundennummer;Vorname;Nachname;Geburtsdatum;PLZ;Land';
  const file = (...lines: string[]) => [names, ...lines.map((each) => `P-${each}`)].join('\n');
  const person = (key: string, postcode: string, country = '') =>
    `${key};Paul;Post-${key};03.04.1964;${postcode};${country}`;
  const text = file(
    person('1', '1067'),
    person('2', '1010', 'Österreich'),
    person('3', '01067'),
    person('4', '8001', 'CH'),
  );
  const { id, counts } = await run(text);
  expect(counts).toMatchObject({ created: 3, refused: 1 });
  expect((await reasons(id))[0]?.reason).toMatch(/^Postleitzahl: .* fünf Ziffern\. .* Spalte „Land“\.$/);
  const stored = () =>
    rows(
      `select external_key as key, postal_code as postcode, country from customers where external_key like 'P-%' order by 1`,
    );
  expect(await stored()).toEqual([
    { key: 'P-2', postcode: '1010', country: 'AT' },
    { key: 'P-3', postcode: '01067', country: 'DE' },
    { key: 'P-4', postcode: '8001', country: 'CH' },
  ]);
  // Of who is known the country is known; what is stored already is nobody's fault, another one is.
  await test.owner.query(`update customers set postal_code = '1067' where external_key = 'P-3'`);
  const later = await run(file(person('2', '1020'), person('3', '1067'), person('4', '8002', 'DE')));
  expect((await reasons(later.id)).map(({ reason }) => reason?.slice(0, 12) ?? null)).toEqual([
    null,
    null,
    'Postleitzahl',
  ]);
  expect(await stored()).toMatchObject([
    { postcode: '1020', country: 'AT' },
    { postcode: '1067' },
    { postcode: '8001' },
  ]);
});
