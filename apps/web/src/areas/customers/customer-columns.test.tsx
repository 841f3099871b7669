// @vitest-environment happy-dom
import type { CustomerListItem } from '@depotwerk/api/customers/customers';
import { noGroupId } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { customerColumns } from './customer-columns.tsx';

speaksGerman();

const inga: CustomerListItem = {
  id: '7c0f9a52-6d1e-4c9b-8a35-0d2f6b1e4c77',
  firstName: 'Inga',
  lastName: 'Muster',
  dateOfBirth: null,
  dateOfBirthFormatted: '',
  group: { id: noGroupId, groupName: '' },
  contractCount: 0,
  totalValue: 0,
  profileValidUntil: null,
  isInactive: false,
  isBlocked: false,
  tags: [],
};

it.each([
  [{ isInactive: true }, 'Muster, Inga Inaktiv'],
  [{ isBlocked: true }, 'Muster, Inga Gesperrt'],
] as const)('sets the state of a customer apart from the name: %j', (state, text) => {
  const name = customerColumns(new Map()).find(({ key }) => key === 'lastName');
  renderForTest(<p>{name?.render({ ...inga, ...state })}</p>);
  expect(document.querySelector('p')?.textContent).toBe(text);
});
