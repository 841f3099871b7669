import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { goKeys, goLettersOf } from '../../shell/shell-keys.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/layout.tsx';
import { glossaryWords, helpFor, meaningOf } from './help-content.ts';
import { HelpText } from './term.tsx';
import { Tour } from './tour.tsx';
import './help.css';
import { keysSaid } from '../../ui/keys-said.ts';

/** `?` on every page: what it is for, what to do first, words, keys, and the tour of the first day. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const user = useSession((state) => state.user);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isTour, setTour] = useState(false);
  const isCustomer = user?.ownCustomerId !== undefined;
  if (isTour) return <Tour onClose={onClose} />;
  const page = helpFor(path, isCustomer);
  return (
    <Dialog
      title={t('help.title', { page: page.title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setTour(true)}>{t('help.startTour')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="help__text">
          <HelpText text={page.purpose} />
        </p>
        <section>
          <h3>{t('help.first')}</h3>
          <ol className="help__steps">
            {page.first.map((step) => (
              <li key={step} className="help__text">
                <HelpText text={step} />
              </li>
            ))}
          </ol>
        </section>
        <section className="help__keys">
          <h3>{t('shortcuts.title')}</h3>
          <KeyList />
        </section>
        {isCustomer ? null : (
          <details>
            <summary>{t('help.glossary')}</summary>
            <dl className="help__glossary">
              {glossaryWords().map((word) => (
                <div key={word}>
                  <dt>{word}</dt>
                  <dd>{meaningOf(word)}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </Dialog>
  );
}

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="row">
    {keys.map((key) => (
      <kbd key={key} className="shell__key">
        {keysSaid(key)}
      </kbd>
    ))}
  </span>
);

/** The keys that do something for this person. */
function KeyList() {
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
    ...(user?.ownCustomerId === undefined
      ? [{ key: 'undo', label: t('shortcuts.undo'), value: <Keys keys={[t('shortcuts.control'), 'Z']} /> }]
      : []),
    { key: 'help', label: t('shortcuts.help'), value: <Keys keys={['?']} /> },
    { key: 'close', label: t('shortcuts.close'), value: <Keys keys={['Esc']} /> },
  ];
  return <FactList facts={facts} />;
}
