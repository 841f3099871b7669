// @vitest-environment happy-dom
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { afterEach, expect, it } from 'vitest';
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderStep } from '../component-steps/step-for-test.tsx';
import { insurersQuery, issuersQuery } from '../lookup-queries.ts';
import { InfoStep } from './info-step.tsx';

speaksGerman();
afterEach(() => useSession.setState({ user: null }));

it('says where an issuer comes from while the house has none, to whoever may create one', () => {
  const issuerField = (issuers: readonly object[], permissions: Parameters<typeof aUser>[0]) => {
    useSession.setState({ user: aUser(permissions) });
    const page = renderStep({
      Step: InfoStep,
      draft: emptyTariff(),
      check: () => [],
      lookups: [
        [issuersQuery().queryKey, issuers],
        [insurersQuery().queryKey, []],
      ],
    });
    const field = page.field('issuerId');
    return { text: field.textContent, link: field.querySelector('a')?.getAttribute('href') };
  };
  const editor: Parameters<typeof aUser>[0] = { permissions: ['tariffs.edit', 'insurers.edit'] };
  const bank = { id: 1, issuerName: 'Bank am Markt', isInactive: false };

  expect(issuerField([], editor)).toMatchObject({
    text: expect.stringContaining('Es ist noch kein aktiver Emittent angelegt.'),
    link: '/admin/issuers',
  });
  expect(issuerField([{ ...bank, isInactive: true }], { permissions: ['tariffs.edit'] })).toMatchObject({
    text: expect.stringContaining('Es ist noch kein aktiver Emittent angelegt.'),
    link: undefined,
  });
  const filled = issuerField([bank], editor);
  expect(filled.text).not.toContain('Es ist noch kein');
  expect(filled.link).toBeUndefined();
});
