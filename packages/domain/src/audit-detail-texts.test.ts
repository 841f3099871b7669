import { expect, it } from 'vitest';
import { auditDetailsText, readPartTexts } from './audit-detail-texts.ts';
import { changedFieldsText } from './audit-details.ts';
import { traderOrderStateNames } from './contracts/trader-order-states.ts';
import { bankFaultTexts } from './depot-analysis/bank-faults.ts';

it('says what an entry of the log has to say in the words of its form', () => {
  expect(auditDetailsText('customer', { isMoved: false, fields: 'firstName,email' })).toBe(
    'Gruppe gewechselt: Nein · Felder: Vorname, E-Mail-Adresse',
  );
  expect(auditDetailsText('contract', { fields: 'tariffId,holdings,planEntries' })).toBe(
    'Felder: Tarif, Bestand, Sparplan',
  );
  expect(auditDetailsText('user', { endsAt: '2026-11-20T08:00:00.000Z' })).toMatch(/^Endet: 20\.11\.2026/);
  expect(auditDetailsText('tariff', { validFrom: '2026-12-01', versionNumber: 2 })).toBe(
    'Gilt ab: 01.12.2026 · Version: 2',
  );
});

it('calls what was read by its German name', () => {
  expect(auditDetailsText('customer', { part: 'customer' })).toBe('Teil: Kunde');
  for (const [part, text] of Object.entries(readPartTexts)) {
    expect(auditDetailsText('contract', { part })).toBe(`Teil: ${text}`);
  }
});

it('leaves out what is not set and what only the machine knows, and shows a key without words as it is', () => {
  expect(auditDetailsText('user', { roleId: 'x', requestId: 'y', fields: '', reason: null })).toBe('');
  expect(auditDetailsText(null, { somethingNew: 3 })).toBe('somethingNew: 3');
  expect(changedFieldsText('customer', null)).toBeNull();
  expect(changedFieldsText('thing', 'firstName')).toBe('firstName');
});

it('says why a bank refused a visitor, in German', () => {
  for (const [fault, text] of Object.entries(bankFaultTexts)) {
    expect(auditDetailsText('depotAnalysis', { fault })).toBe(`Fehler: ${text}`);
    expect(text).not.toBe(fault);
  }
  expect(auditDetailsText('depotAnalysis', { fault: 'discarded' })).toBe(
    'Fehler: Von der Bank angenommen, hier nicht mehr gebraucht und beendet',
  );
});

it('says why a bank refused and where an order stands, in German', () => {
  expect(auditDetailsText('contract', { fault: 'wrongPassword', traderCode: 'E17' })).toBe(
    'Fehler: Passwort falsch · Code der Bank: E17',
  );
  for (const [state, text] of Object.entries({
    ...traderOrderStateNames,
    superseded: 'durch eine neue ersetzt',
  })) {
    expect(auditDetailsText('contract', { state })).toBe(`Stand: ${text}`);
  }
});
