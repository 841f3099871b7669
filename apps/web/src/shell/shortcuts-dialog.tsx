import { hasPermission, useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FactList } from '../ui/layout.tsx';
import { goKeys, goLettersOf } from './shell-keys.ts';

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="row">
    {keys.map((key) => (
      <kbd key={key} className="shell__key">
        {key}
      </kbd>
    ))}
  </span>
);

/** Which keys work everywhere. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const user = useSession((state) => state.user);
  const facts = [
    { key: 'palette', label: t('shortcuts.palette'), value: <Keys keys={[t('shortcuts.control'), 'K']} /> },
    ...(hasPermission(user, 'workbench.view')
      ? [{ key: 'next', label: t('workbench.next'), value: <Keys keys={['N']} /> }]
      : []),
    ...goLettersOf(user).map((letter) => ({
      key: letter,
      label: t('shortcuts.goTo', { page: t(goKeys[letter].text) }),
      value: <Keys keys={['G', letter.toUpperCase()]} />,
    })),
    { key: 'help', label: t('shortcuts.help'), value: <Keys keys={['?']} /> },
    { key: 'close', label: t('shortcuts.close'), value: <Keys keys={['Esc']} /> },
  ];
  return (
    <Dialog title={t('shortcuts.title')} size="small" onClose={onClose}>
      <FactList facts={facts} />
    </Dialog>
  );
}
