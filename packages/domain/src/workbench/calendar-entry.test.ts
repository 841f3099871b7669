import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CalendarEntry, calendarOf } from './calendar-entry.ts';

const entry: CalendarEntry = {
  id: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  day: '2026-12-31',
  title: 'Risikoprofil läuft ab',
  subject: 'Groß, Anna · 00-123',
  address: 'https://depot.example/goto/task/0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  madeAt: Date.parse('2026-11-24T10:05:06.789Z'),
};

it('is one whole day, to the first that no longer belongs to it', () => {
  const text = calendarOf(entry);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Depotwerk//Arbeitsplatz//DE',
    'BEGIN:VEVENT',
    'UID:0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
    'DTSTAMP:20261124T100506Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Risikoprofil läuft ab\\, Groß\\, Anna · 00-123',
    'DESCRIPTION:https://depot.example/goto/task/0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
    'URL:https://depot.example/goto/task/0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('lets no name of a customer become a property of its own, and no line grow long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const lines = calendarOf({ ...entry, subject: `${name}\r\nATTENDEE:mailto:a@b.example` }).split('\r\n');
      expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1);
      expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    }),
  );
});
