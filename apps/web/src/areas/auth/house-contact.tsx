import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';

/** Whom to ask who cannot sign in; nothing where the house has named nobody. */
export function HouseContact() {
  const { supportMail, supportPhone } = useWhiteLabel();
  const contact = supportMail ?? supportPhone;
  return contact === null ? null : <div>{`${t('auth.registration.contact')}: ${contact}`}</div>;
}
