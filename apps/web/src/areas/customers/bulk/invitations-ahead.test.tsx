// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { InvitationsAhead } from './invitations-ahead.tsx';

speaksGerman();

const words = (count: number) => {
  const customers = [{ id: crypto.randomUUID(), name: 'Erika Müller' }];
  const ahead = { invited: 1, leftOut: [{ reason: 'noMail' as const, count, customers }] };
  return renderForTest(withinRouter(<InvitationsAhead ahead={ahead} />)).target.textContent;
};

it('counts whom it does not name, one as one', () => {
  expect(words(1)).not.toMatch(/und \d/);
  expect(words(2)).toMatch(/und 1 weiterer$/);
  expect(words(1201)).toMatch(/und 1\.200 weitere$/);
});

it('says a reason without the words of the line above it', () => {
  expect(words(1)).toContain('1 · Eine gültige E-Mail-Adresse fehlt.');
});
