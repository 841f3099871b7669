import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptNameOf, openAnswer, sealAnswer } from './kept-answer.ts';

const place = { tenantId: randomUUID(), userId: randomUUID(), route: 'createCustomer' };

it('an answer opens with its key at its place only, and neither can be read from what is kept', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.jsonValue(), (key, answer) => {
      const stored = sealAnswer(place, key, { answer, guid: 'geheim-4711' });
      expect(stored).not.toContain('geheim');
      expect(keptNameOf(place, key)).not.toContain(key);
      const body: unknown = JSON.parse(stored);
      expect(openAnswer(place, key, body)).toEqual(
        JSON.parse(JSON.stringify({ answer, guid: 'geheim-4711' })),
      );
      expect(() => openAnswer(place, `${key} `, body)).toThrow('authenticate');
      expect(() => openAnswer({ ...place, userId: randomUUID() }, key, body)).toThrow('authenticate');
    }),
  );
});

it('answers kept before they were sealed are given as they are', () => {
  expect(openAnswer(place, 'key', { id: 7 })).toEqual({ id: 7 });
});
