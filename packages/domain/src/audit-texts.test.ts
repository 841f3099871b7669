import { describe, expect, it } from 'vitest';
import { auditActionText } from './audit-texts.ts';

describe('texts of the log', () => {
  it('speak German where the action is known and show the code elsewhere', () => {
    expect(auditActionText('contracts.check')).toBe('Vertrag geprüft');
    expect(auditActionText('tariffs.notKnown')).toBe('tariffs.notKnown');
    expect(auditActionText('constructor')).toBe('constructor');
  });
});
