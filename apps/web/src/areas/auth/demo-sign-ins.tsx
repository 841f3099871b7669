import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';

const password = 'Depotwerk-Demo-1';

/** Sign-ins of the demo world (G-72); exist only while the server runs as a demo. */
const users = [
  { userName: 'berater@demo.example', role: 'Berater' },
  { userName: 'beraterin@demo.example', role: 'Berater' },
  { userName: 'assistenz@demo.example', role: 'Assistenz' },
  { userName: 'admin@demo.example', role: 'Administrator' },
  { userName: 'tarif@demo.example', role: 'Tarifmanager' },
  { userName: 'freigabe@demo.example', role: 'Tariffreigabe' },
  { userName: 'revision@demo.example', role: 'Compliance/Revision' },
  { userName: 'kunde@demo.example', role: 'Kunde' },
] as const;

/** Fills in one of the demo sign-ins by a click. */
export function DemoSignIns({ onUse }: { onUse: (userName: string, password: string) => void }) {
  return (
    <Card title={t('auth.login.demoTitle')}>
      <p className="hint">{t('auth.login.demoHint', { password })}</p>
      <ul className="demo-users">
        {users.map((user) => (
          <li key={user.userName}>
            <button
              type="button"
              className="demo-users__button"
              onClick={() => onUse(user.userName, password)}
            >
              <span>{user.userName}</span>
              <span className="demo-users__role">{user.role}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
