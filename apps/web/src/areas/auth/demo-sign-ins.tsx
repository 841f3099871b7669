import type { TextKey } from '../../texts/texts.ts';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';

const password = 'Depotwerk-Demo-1';

/** Sign-ins of the demo world; shown only while the server says it runs as a demo. */
const users: readonly { userName: string; role: TextKey }[] = [
  { userName: 'berater@demo.example', role: 'auth.login.demoRoles.adviser' },
  { userName: 'beraterin@demo.example', role: 'auth.login.demoRoles.adviserOther' },
  { userName: 'assistenz@demo.example', role: 'auth.login.demoRoles.assistant' },
  { userName: 'admin@demo.example', role: 'auth.login.demoRoles.administrator' },
  { userName: 'tarif@demo.example', role: 'auth.login.demoRoles.tariffs' },
  { userName: 'freigabe@demo.example', role: 'auth.login.demoRoles.approval' },
  { userName: 'revision@demo.example', role: 'auth.login.demoRoles.audit' },
  { userName: 'kunde@demo.example', role: 'auth.login.demoRoles.customer' },
  { userName: 'berater@nord.example', role: 'auth.login.demoRoles.otherTenant' },
  { userName: 'admin@nord.example', role: 'auth.login.demoRoles.otherTenantAdmin' },
];

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
              <span>{t(user.role)}</span>
              {/* Where the line is too short for it, a name breaks before its domain. */}
              <span className="demo-users__name">
                {user.userName.slice(0, user.userName.indexOf('@'))}
                <wbr />
                {user.userName.slice(user.userName.indexOf('@'))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
