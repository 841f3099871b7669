import { setupPermission } from '@depotwerk/domain/setup-permission';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { setupQuery } from '../areas/setup/public/setup-queries.ts';
import { hasPermission, useSession } from '../platform/session.ts';
import { useWhiteLabel } from '../platform/white-label.ts';
import { t } from '../texts/texts.ts';
import { visibleNavigation } from './navigation.ts';

/** The main navigation, in the rail and in the drawer. */
export function NavigationList({ onNavigate }: { onNavigate?: () => void }) {
  const user = useSession((state) => state.user);
  const { features } = useWhiteLabel();
  const isAdministrator = hasPermission(user, setupPermission);
  // There as long as the first day of the house is not over.
  const setup = useQuery({ ...setupQuery, enabled: isAdministrator }).data;
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className="shell__nav">
        {isAdministrator && setup?.isOpen ? (
          <li>
            <Link to="/setup" className="shell__link" onClick={onNavigate}>
              <IconChecklist size={19} aria-hidden="true" />
              {t('setup.title')}
            </Link>
          </li>
        ) : null}
        {visibleNavigation(user, features).map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              // The start of a customer's own side lies above its other pages.
              activeOptions={{ exact: to === '/my' }}
              className="shell__link"
              onClick={onNavigate}
            >
              <Icon size={19} aria-hidden="true" />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
