import { expect, it } from 'vitest';
import { unreadRisk } from './unread-risk.ts';

it('names the column with a class of risk that nobody reads, and what is needed instead', () => {
  expect(unreadRisk(['Vertragsnummer', 'Risiko-Klasse'], ['contractNumber', null])).toEqual([
    'Die Spalte „Risiko-Klasse“ wird nicht übernommen: Empfohlen wird nur mit einem Risikoprofil, das hier erhoben ist. Wem es fehlt, steht nach der Übernahme am Arbeitsplatz unter „Fehlende Profile“.',
  ]);
  expect(
    unreadRisk(['ANLEGERTYP', 'Risikoprofil des Kunden', 'risk_class'], [null, null, null]),
  ).toHaveLength(3);
});

it('says nothing of a column somebody mapped, of risks an insurer covers and of indicators of funds', () => {
  expect(unreadRisk(['Risikoklasse'], ['tags'])).toEqual([]);
  expect(
    unreadRisk(['Risikosumme', 'Risikobeitrag', 'Risikoindikator', ''], [null, null, null, null]),
  ).toEqual([]);
});
