import { t } from '../texts/texts.ts';

/** Within a link that leaves this page where it is: tells whoever does not see the new window open that one will. */
export const NewWindow = () => <span className="visually-hidden"> {t('common.newWindow')}</span>;
