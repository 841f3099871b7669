import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Popover } from '../../../ui/popover.tsx';
import type german from '../help.de.json';
import './term-mark.css';

/** A word the glossary explains; another one does not compile. */
export type GlossaryWord = keyof typeof german.glossary;

// The texts of the help are loaded when somebody asks.
const Meaning = lazy(async () => ({ default: (await import('../term.tsx')).Meaning }));

/** A small mark beside a word of the house: pressed, by pointer, key or finger, it says what the word means. */
export function TermMark({ word }: { word: GlossaryWord }) {
  const name = said(word);
  const isCustomer = useSession((state) => state.user?.ownCustomerId !== undefined);
  // The glossary is written for people of the house.
  if (isCustomer) return null;
  return (
    <Popover
      label={name}
      trigger={
        <button
          type="button"
          className="help-mark"
          aria-label={t('help.whatIs', { word: name })}
          data-no-print
        >
          <IconHelpCircle size={16} aria-hidden="true" />
        </button>
      }
    >
      <div className="help-mark__text">
        <b>{name}</b>
        <Suspense fallback={null}>
          <Meaning word={word} />
        </Suspense>
      </div>
    </Popover>
  );
}
