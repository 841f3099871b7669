import { describe, expect, test } from 'vitest';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';

const world = useDocumentWorld();

describe('reports of a year', () => {
  test('say what the contract cost in it, from the values of its days', async () => {
    const answer = await world.report('costInformationExPost', { year: 2025 });
    expect(answer.status).toBe(200);
    const text = await textOf(answer.bytes);
    // 9,000 on one day and 10,500 on 364, one percent in the fund.
    for (const part of ['Kosteninformation 2025', '10.495,89 €', '104,96 €', '1.000,00 €', '1,00 %'])
      expect(text).toContain(part);
    expect(text).toContain('vom 01.01.2025 bis zum 31.12.2025');
    // The number of the contract leads to it.
    expect(Buffer.from(answer.bytes).toString('latin1')).toContain(
      '(https://depotwerk.example/goto/contract/',
    );
  });

  test('are of the last year that is over where none is named', async () => {
    world.now = Date.parse('2026-02-01T12:00:00Z');
    expect(await textOf((await world.report('costInformationExPost')).bytes)).toContain(
      'Kosteninformation 2025',
    );
    expect(await textOf((await world.report('periodicReview')).bytes)).toContain('Entwicklung 2025');
    world.now = Date.now();
  });

  test('are of no year in which the contract did not exist, and of none to come', async () => {
    world.now = Date.parse('2026-02-01T12:00:00Z');
    const { rows } = await world.owner.query<{ day: string }>(
      'select start_date::text as day from contracts where id = $1',
      [world.contractId],
    );
    const beginOn = (day: string | undefined) =>
      world.owner.query('update contracts set start_date = $2 where id = $1', [world.contractId, day]);
    await beginOn('2024-07-01');
    for (const type of ['costInformationExPost', 'periodicReview', 'yearEndReport'])
      for (const year of [2023, 2027])
        expect(codeOf(await world.report(type, { year }))).toBe('reports.yearOutside');
    expect((await world.report('periodicReview', { year: 2024 })).status).toBe(200);
    // A contract begun this year has no last one: its first is meant where none is named.
    await beginOn('2026-01-02');
    expect(await textOf((await world.report('periodicReview')).bytes)).toContain('Entwicklung 2026');
    await beginOn(rows[0]?.day);
    world.now = Date.now();
  });

  test('say that a profile is missing, and what is missing for them', async () => {
    expect(await textOf((await world.report('periodicReview', { year: 2025 })).bytes)).toContain(
      'Ein Risikoprofil liegt uns nicht vor.',
    );
    expect((await world.report('costInformationExPost', { year: 1999 })).status).toBe(400);
    const other = `/contracts/${world.otherContractId}/report-data/periodicReview`;
    expect(codeOf(await world.post(world.adviser, other))).toBe('reports.portfolioMissing');
  });
});
