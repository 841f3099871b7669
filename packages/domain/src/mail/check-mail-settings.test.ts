import { expect, it } from 'vitest';
import { type MailSettingsDraft, withSecurity } from './check-mail-settings.ts';

const draft: MailSettingsDraft = {
  host: 'mail.firma.example',
  port: 587,
  security: 'startTls',
  userName: null,
  password: null,
  senderAddress: 'a@firma.example',
  senderName: 'Firma',
};

it('takes the port along with the encryption until somebody chose another', () => {
  expect(withSecurity(draft, 'tls')).toMatchObject({ security: 'tls', port: 465 });
  expect(withSecurity({ ...draft, port: null }, 'none')).toMatchObject({ security: 'none', port: 25 });
  expect(withSecurity({ ...draft, port: 2525 }, 'tls')).toMatchObject({ security: 'tls', port: 2525 });
});
