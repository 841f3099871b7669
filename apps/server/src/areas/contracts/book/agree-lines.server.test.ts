import { beforeAll, describe, expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { tenantA } from '../../../../test/contract-world.ts';

const { house, run, rows, reasons } = useBookWorld();
const head =
  'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Tarif;Beginn;Ende;Kundennummer beim Institut;ISIN;Anteile;Anteilswert;Stichtag';
const [world, swap] = ['IE00B4L5Y983', 'LU0274208692'];

interface Said {
  readonly key: string;
  readonly name?: string;
  readonly first?: string;
  readonly born?: string;
  readonly number?: string;
  readonly tariff?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly consumer?: string;
  readonly isin?: string;
  readonly day?: string;
}
const line = (said: Said) =>
  [
    said.key,
    said.first ?? 'Anna',
    said.name ?? `Muster${said.key}`,
    said.born ?? '03.04.1964',
    said.number ?? `D${said.key}`,
    said.tariff ?? '',
    said.begin ?? '',
    said.end ?? '',
    said.consumer ?? '',
    said.isin ?? world,
    '5',
    '10,50',
    said.day ?? '30.10.2026',
  ].join(';');
const take = async (...lines: readonly Said[]) => {
  const { id } = await run([head, ...lines.map(line)].join('\n'));
  return (await reasons(id)).map(({ reason }) => reason);
};
const whole = { tariff: 'Zukunft', begin: '01.02.2020' };
const notBefore = 'Bitte berichtigen Sie den Tag oder den Beginn des Vertrags.';

describe('what the lines of a file say of one contract', () => {
  beforeAll(async () => {
    await house().addTariff(tenantA, 'Heute', 1);
  });

  it.each<[string, Said, string]>([
    [
      'tariff',
      { key: 'T', tariff: 'Heute' },
      'Die Zeilen dieses Vertrags nennen verschiedene Tarife: „Heute“ und „Zukunft“.',
    ],
    [
      'begin',
      { key: 'B', begin: '01.03.2020' },
      'Die Zeilen dieses Vertrags nennen verschiedene Tage als Beginn: 01.02.2020 und 01.03.2020.',
    ],
    [
      'end',
      { key: 'E', end: '01.03.2040' },
      'Die Zeilen dieses Vertrags nennen verschiedene Tage als Ende: 01.01.2040 und 01.03.2040.',
    ],
    [
      'number at the institution',
      { key: 'N', consumer: '4712' },
      'Die Zeilen dieses Vertrags nennen verschiedene Kundennummern beim Institut.',
    ],
  ])('refuses two of them: %s', async (_name, other, reason) => {
    const first = { ...whole, end: '01.01.2040', consumer: '47 11', key: other.key };
    // Beside each other, and with a line of somebody else in between.
    expect(await take(first, { ...first, ...other, isin: swap })).toEqual([reason, reason]);
    const between = { ...whole, key: `${other.key}z` };
    expect(await take(first, between, { ...first, ...other, isin: swap })).toEqual([reason, null, reason]);
    // The other spelling of a number is the same number.
    expect(await take(first, { ...first, consumer: '4711', isin: swap })).toEqual([null, null]);
    // A contract that is there is told the same.
    expect(await take(first, { ...first, ...other, isin: swap })).toEqual([reason, reason]);
  });

  it('takes from a later line what earlier ones leave out', async () => {
    expect(
      await take({ key: 'G', tariff: 'Zukunft' }, { key: 'G', ...whole, consumer: '99', isin: swap }),
    ).toEqual([null, null]);
    expect(
      await rows(
        `select t.name, c.start_date::text, c.external_consumer_key as consumer from contracts c join tariffs t on t.id = c.tariff_id
          where c.external_key = 'DG'`,
      ),
    ).toEqual([{ name: 'Zukunft', start_date: '2020-02-01', consumer: '99' }]);
  });

  it('lets no contract run of whom the house no longer serves', async () => {
    const past = { ...whole, key: 'I', end: '31.12.2024', day: '30.12.2024' };
    expect(await take(past)).toEqual([null]);
    await rows(`update customers set is_inactive = true where external_key = 'I' returning id`);
    const refused = 'Der Kunde des Vertrags oder ein weiterer Inhaber ist inaktiv.';
    expect(await take({ ...past, end: '31.12.2039' })).toEqual([refused]);
    expect(await take({ ...whole, key: 'I', number: 'DI2' })).toEqual([refused]);
    // What is over is history.
    expect(await take({ ...past, number: 'DI3' })).toEqual([null]);
  });

  it('refuses two people under one customer number, who would become one', async () => {
    const reason =
      'Die Zeilen dieser Kundennummer nennen verschiedene Namen oder Geburtsdaten. Bitte geben Sie jedem Kunden seine eigene.';
    const refused = `Der Kunde dieses Vertrags wurde abgelehnt: ${reason}`;
    const one = { ...whole, key: 'P', name: 'Müller', number: 'DP1' };
    for (const other of [{ name: 'Schulz' }, { first: 'Bert' }, { born: '04.04.1964' }])
      expect(await take(one, { ...one, number: 'DP2', ...other })).toEqual([refused, refused]);
    expect(
      await take(one, { ...one, number: 'DP2', name: 'MUELLER' }, { ...one, number: 'DP3', first: '' }),
    ).toEqual([null, null, null]);
  });

  it('refuses holdings, values and savings plans of a time before the contract began', async () => {
    const old = { ...whole, key: 'V', begin: '01.11.2026' };
    expect(await take({ ...old, day: '31.10.2026' })).toEqual([
      `Der Bestand ist vom 31.10.2026, der Vertrag beginnt erst am 01.11.2026. ${notBefore}`,
    ]);
    expect(await take({ ...old, day: '01.11.2026' })).toEqual([null]);
    const value = await run(`Vertragsnummer;Wertdatum;Vertragswert\nDV;31.10.2026;5,00\nDV;02.11.2026;6,00`);
    const early = `Der Vertragswert ist vom 31.10.2026, der Vertrag beginnt erst am 01.11.2026. ${notBefore}`;
    expect(await reasons(value.id)).toEqual([{ reason: early }, { reason: early }]);
    const plan = await run(
      `Vertragsnummer;ISIN;Sparplan-Anteil;Beitrag;Sparplan ab\nDV;${world};100 %;50,00;01.10.2026`,
    );
    expect(await reasons(plan.id)).toEqual([
      {
        reason:
          'Der Sparplan beginnt am 01.10.2026, der Vertrag erst am 01.11.2026. Bitte berichtigen Sie „Sparplan ab“ oder den Beginn des Vertrags.',
      },
    ]);
    // With the begin set right in the same file both are taken.
    const mended = await run(
      `Vertragsnummer;Beginn;Wertdatum;Vertragswert;ISIN;Sparplan-Anteil;Beitrag;Sparplan ab\nDV;01.10.2026;31.10.2026;5,00;${world};100 %;50,00;01.10.2026`,
    );
    expect(await reasons(mended.id)).toEqual([{ reason: null }]);
  });

  it('lets a plan without a day begin with a contract that is still to begin', async () => {
    const text = `Kundennummer;Nachname;Vertragsnummer;Tarif;Beginn;ISIN;Sparplan-Anteil;Beitrag\nF;Kommend;DF;Zukunft;01.01.2027;${world};100 %;50,00`;
    expect(await reasons((await run(text)).id)).toEqual([{ reason: null }]);
    expect(
      await rows(
        `select s.valid_from::text from savings_plans s join contracts c on c.id = s.contract_id where c.external_key = 'DF'`,
      ),
    ).toEqual([{ valid_from: '2027-01-01' }]);
  });
});
