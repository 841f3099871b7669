import { expect, test } from 'vitest';
import {
  isDrawn,
  isSameName,
  mostPoints,
  mostStrokes,
  type SignatureFacts,
  type Stroke,
  sealedText,
} from './signature.ts';

const line: Stroke = [
  [0, 0],
  [200, 0],
];

test('a drawing is long enough and not larger than is stored', () => {
  expect(isDrawn([line])).toBe(true);
  expect(isDrawn([])).toBe(false);
  expect(isDrawn([[[10, 10]]])).toBe(false);
  const dot: Stroke = [
    [10, 10],
    [109, 10],
  ];
  expect(isDrawn([dot])).toBe(false);
  expect(isDrawn([dot, dot, dot])).toBe(true);
  expect(isDrawn(Array.from({ length: mostStrokes + 1 }, () => line))).toBe(false);
  expect(isDrawn([Array.from({ length: mostPoints + 1 }, (_, index) => [index % 1000, 0] as const)])).toBe(
    false,
  );
});

test('a typed name counts in any spelling of the same letters, an empty one never', () => {
  expect(isSameName(' erika  MÜLLER ', 'Erika Müller')).toBe(true);
  expect(isSameName('Erika Mueller', 'Erika Müller')).toBe(true);
  expect(isSameName('E. Müller', 'Erika Müller')).toBe(false);
  expect(isSameName('', '')).toBe(false);
});

test('every fact changes what is sealed; the same instant in another spelling does not', () => {
  const facts: SignatureFacts = {
    documentId: 'd',
    contentHash: 'aa',
    signedBy: 'u',
    signerName: 'Erika Müller',
    way: 'drawing',
    statement: 's',
    signedAt: '2026-11-23T10:00:00.000Z',
    drawing: [line],
    passkeySignature: null,
  };
  const others: Partial<SignatureFacts>[] = [
    { documentId: 'e' },
    { contentHash: 'ab' },
    { signedBy: 'v' },
    { signerName: 'Erika Muller' },
    { way: 'typed' },
    { statement: 't' },
    { signedAt: '2026-11-23T10:00:00.001Z' },
    { drawing: null },
    { passkeySignature: 'x' },
  ];
  const sealed = new Set(others.map((other) => sealedText({ ...facts, ...other })));
  expect(sealed.size).toBe(others.length);
  expect(sealed.has(sealedText(facts))).toBe(false);
  expect(sealedText({ ...facts, signedAt: '2026-11-23T11:00:00+01:00' })).toBe(sealedText(facts));
});
