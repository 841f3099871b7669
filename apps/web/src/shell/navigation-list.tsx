import { Link } from '@tanstack/react-router';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { visibleNavigation } from './navigation.ts';

/** The main navigation, in the rail and in the drawer. */
export function NavigationList({ onNavigate }: { onNavigate?: () => void }) {
  const user = useSession((state) => state.user);
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className="shell__nav">
        {visibleNavigation(user).map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="shell__link" onClick={onNavigate}>
              <Icon size={19} aria-hidden="true" />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
