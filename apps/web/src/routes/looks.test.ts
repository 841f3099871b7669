// @vitest-environment happy-dom
import { createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { allRoutes } from './all.tsx';

/** Journeys that go through lists of addresses and have axe look at each page. */
const walks = ['accessibility', 'tariff-accessibility'];

/** Which journey has axe look at a page those walks cannot reach by its address alone, and words of the step it is reached by. */
const looks: Readonly<Record<string, readonly [journey: string, step: string]>> = {
  '/auth/second-factor': ['sign-in', 'Anmeldung bestätigen'],
  '/new-password': ['accessibility', '**/new-password**'],
  '/auth/oidc': ['provider-sign-in', 'const refused'],
  '/auth/activation/credentials': ['accessibility', '/auth/activation/credentials?guid='],
  '/depotanalysis/$guid': ['invited-profile', 'Guten Tag Ilse'],
  '/reports/public': ['documents', '/reports/public?reportType='],
  '/welcome': ['empty-house', 'Willkommen'],
  '/setup': ['empty-house', '/setup'],
  '/contracts/$contractId': ['accessibility', '${contract}/${tab}'],
  '/contracts/$contractId/$tab': ['accessibility', '${contract}/${tab}'],
  '/contracts/$contractId/elements/$elementKey': ['contract-desk-form', '/elements/fundSwitch'],
  '/customers/$customerId': ['accessibility', 'openFirstRow(page)'],
  '/admin/book-imports': ['book-import', '/admin/book-imports'],
  '/admin/questionnaires': ['questionnaire-editor', '/admin/questionnaires'],
  '/admin/questionnaires/$versionId': ['questionnaire-editor', 'Risikoprofil, Version 2'],
  '/admin/jobs': ['master-data', '/admin/jobs'],
  '/admin/tariffs/new/$step': ['tariff-accessibility', '/admin/tariffs/new/product-type'],
  '/admin/tariffs/$tariffId/versions': ['tariff-accessibility', 'versionsPath(id)'],
  '/admin/tariffs/$tariffId/$step': ['tariff-accessibility', "idOf(tariffs, 'EW-RENTE')}/${step}"],
  '/admin/tariff-components/$componentKind/$componentId/$step': [
    'tariff-accessibility',
    '/admin/tariff-components/${kind}/${id}/${step}',
  ],
  '/user-management/groups/$groupId/$step': ['groups', '/groups\\/[0-9a-f-]{36}\\/users'],
  '/user-management/roles/$roleId/$step': ['empty-house', 'Rolle kopieren'],
  '/user-management/users/$userId/info': ['own-rights', '/user-management/users/${id}/info'],
  '/settings/$section': ['accessibility', '/settings/profile'],
  '/trader-depots': ['contract-desk-depots', '/trader-depots'],
  '/consultations/$consultationId': ['consultations', 'Entwurf anlegen'],
  '/questionnaires/$questionnaireKey/$customerId': ['questionnaire', 'expectAccessible'],
};

/** Addresses that lead on to another page and show nothing themselves. */
const leadsOn = [
  '/',
  '/auth',
  '/logout',
  '/app',
  '/admin',
  '/admin/audit-log',
  '/admin/tariff-universes/$tariffUniverseId/fund-universe',
  '/user-management',
  '/settings',
  '/goto/$targetType/$targetId',
];

const files = import.meta.glob<string>('../../../../e2e/*.e2e.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const journey = (name: string): string => files[`../../../../e2e/${name}.e2e.ts`] ?? '';
const isWalked = (path: string) =>
  walks.some((name) => journey(name).includes(`'${path}'`) || journey(name).includes(`'${path}?`));
const isLookedAt = (name: string, step: string) =>
  journey(name).includes(step) && journey(name).includes('expectAccessible');

it('axe looks at every page in the journey that is named for it', () => {
  const paths = Object.keys(createRouter({ routeTree: allRoutes() }).routesByPath);
  const unseen = paths.filter((path) => {
    const look = looks[path];
    return !leadsOn.includes(path) && !isWalked(path) && !(look && isLookedAt(...look));
  });
  expect(unseen).toEqual([]);
  // What is named stands for a page there is.
  expect([...Object.keys(looks), ...leadsOn].filter((path) => !paths.includes(path))).toEqual([]);
});
