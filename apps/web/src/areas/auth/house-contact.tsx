import { houseContact } from '../../platform/house-contact.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';

/** Whom to ask who cannot sign in; nothing where the house has named nobody. */
export function HouseContact() {
  const contact = houseContact(useWhiteLabel());
  return contact === null ? null : <div>{`${t('auth.registration.contact')}: ${contact}`}</div>;
}
