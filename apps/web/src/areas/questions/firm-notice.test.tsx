// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { FirmNotice } from './firm-notice.tsx';

speaksGerman();

const noticeOf = (firstName: string, lastName: string, companyName: string) =>
  renderForTest(<FirmNotice customer={{ firstName, lastName, companyName }} />).target.textContent;

it('says whose answers count where a firm is asked, and nothing to a person who works for one', () => {
  const firm = noticeOf('', 'Muster GmbH', 'Muster GmbH');
  expect(firm).toContain('Muster GmbH ist eine Firma');
  expect(firm).toContain('Kenntnisse und Erfahrungen sind die der Person, die für die Firma handelt');
  expect(firm).toContain('Art. 54 Abs. 6');
  expect(noticeOf('Anna', 'Muster', 'Muster GmbH')).toBe('');
  expect(noticeOf('', 'Muster', 'Muster GmbH')).toBe('');
  expect(noticeOf('', 'Muster', '')).toBe('');
});
