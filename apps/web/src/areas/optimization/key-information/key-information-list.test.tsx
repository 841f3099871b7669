// @vitest-environment happy-dom
import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import { expect, it } from 'vitest';
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { KeyInformationList } from './key-information-list.tsx';

speaksGerman();

const [anna, bernd] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const information: PlanKeyInformation = {
  holders: [
    { customerId: anna, name: 'Anna Adler' },
    { customerId: bernd, name: 'Bernd Busch' },
  ],
  funds: [
    {
      fundId: 1,
      isin: 'IE00BYZK4669',
      fundName: 'Mit Blatt',
      document: { version: 'v', documentId: anna, address: null, title: 'BIB', day: '2026-01-02' },
      handedOver: [
        { customerId: bernd, handedOverAt: '2026-02-03T10:00:00Z', form: 'paper', recordedBy: 'Jürgen Weiß' },
      ],
    },
    { fundId: 2, isin: 'US0378331005', fundName: 'Ohne Blatt', document: null, handedOver: [] },
  ],
  missing: 'fehlt',
};
const person = (others: Partial<AuthenticatedUser>) => aUser({ permissions: [], ...others });
const textFor = (user: AuthenticatedUser) => {
  useSession.setState({ user });
  const page = renderForTest(<KeyInformationList information={information} />);
  const text = page.target.textContent;
  page.rerender(null);
  useSession.setState({ user: null });
  return text;
};

it('says of each holder whether she has it, and leads nobody who may not file a document to where it is filed', () => {
  const text = textFor(person({}));
  expect(text).toContain('Anna Adler: Noch nicht ausgehändigt');
  expect(text).toMatch(/Bernd Busch: Ausgehändigt am 03\.02\.2026/);
  expect(text).toContain('BIB speichern');
  expect(text).toContain('Kein Basisinformationsblatt hinterlegt');
  expect(text).toContain('Ablegen kann es, wer Fonds bearbeiten darf');
  expect(text).not.toContain('Beim Fonds ablegen');
});

it('hands no document to who looks as somebody else', () => {
  const viewing = { userId: anna, fullName: 'Jürgen Weiß', endsAt: '2026-02-03T11:00:00Z' };
  const text = textFor(person({ permissions: ['funds.edit'], viewing }));
  expect(text).toContain('Mit Blatt');
  expect(text).not.toContain('BIB speichern');
  expect(text).not.toContain('Beim Fonds ablegen');
});
