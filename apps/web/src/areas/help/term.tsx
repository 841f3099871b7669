import { useId, useState } from 'react';
import { keysSaid } from '../../ui/keys-said.ts';
import { meaningOf, piecesOf } from './help-content.ts';

/** A word with its meaning and the mark behind it, which never stands alone on a line: shown under the pointer, by keyboard and by touch, and read out with it. Esc hides it. */
function Term({ word, meaning, mark }: { word: string; meaning: string; mark: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <span className="help-term" onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        className="help-term__word"
        aria-describedby={id}
        // A finger touches, focuses and clicks at once: that must not close what it opened.
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          // The meaning goes, the window stays.
          event.stopPropagation();
          setOpen(false);
        }}
      >
        {word}
      </button>
      <span id={id} role="tooltip" className="help-term__meaning" hidden={!isOpen}>
        {meaning}
      </span>
      {mark}
    </span>
  );
}

/** What a word of the glossary means. */
export const Meaning = ({ word }: { word: string }) => <span>{meaningOf(word)}</span>;

/** A help text whose words of the house say what they mean. */
export function HelpText({ text }: { text: string }) {
  const pieces = piecesOf(keysSaid(text));
  const markOf = (index: number) => /^[.,;:!?)\p{Pi}\p{Pf}]+/u.exec(pieces[index]?.text ?? '')?.[0] ?? '';
  return pieces.map(({ text: piece, meaning }, index) =>
    meaning === null ? (
      index > 0 && pieces[index - 1]?.meaning !== null ? (
        piece.slice(markOf(index).length)
      ) : (
        piece
      )
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text are known by their place
      <Term
        key={index}
        word={piece}
        meaning={meaning}
        mark={pieces[index + 1]?.meaning === null ? markOf(index + 1) : ''}
      />
    ),
  );
}
