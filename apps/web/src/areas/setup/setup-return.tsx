import { setupPermission } from '@depotwerk/domain/setup-permission';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { setupQuery } from './public/setup-queries.ts';
import { isSetupPlace } from './setup-places.ts';
import './setup-return.css';

/**
 * The way back to the first day from the pages its steps lead to, where the menu is hidden behind a button; where it is
 * not, the menu has it. Ends with the first day.
 */
export function SetupReturn() {
  const mayAsk = useSession((state) => hasPermission(state.user, setupPermission));
  const isPlace = useLocation({ select: ({ pathname }) => isSetupPlace(pathname) });
  const setup = useQuery({ ...setupQuery, enabled: mayAsk }).data;
  if (!mayAsk || !isPlace || !setup?.isOpen) return null;
  return (
    <Link to="/setup" className="setup-return" data-no-print>
      <IconChecklist size={19} aria-hidden="true" />
      {t('setup.back')}
    </Link>
  );
}
