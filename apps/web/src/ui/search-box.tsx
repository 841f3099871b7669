import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  /** Search in force, as the address has it. */
  value: string | undefined;
  /** Called with the text after a pause in typing; undefined when there is nothing to search for. */
  onSearch: (text: string | undefined) => void;
  minimumLength?: number | undefined;
}

/** Pause after which a search starts. */
const debounceMilliseconds = 200;

/** Search field that searches while one types: 200 ms after the last key, from two characters on. */
export function SearchBox({ label, placeholder, value, onSearch, minimumLength = 2 }: SearchBoxProps) {
  const [text, setText] = useState(value ?? '');
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address can change without typing: back button, reset of the filters.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value ?? '');
  }, [value]);

  const search = (typed: string) => {
    const trimmed = typed.trim();
    const next = trimmed.length >= minimumLength ? trimmed.slice(0, 100) : undefined;
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  const change = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed), debounceMilliseconds);
  };
  return (
    <TextField
      ref={field}
      type="text"
      role="searchbox"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      label={label}
      isLabelHidden
      placeholder={placeholder ?? label}
      maxLength={100}
      value={text}
      onChange={change}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          change('');
        } else if (event.key === 'Enter') {
          // Inside a form, Enter searches and does not send the form.
          event.preventDefault();
          clearTimeout(timer.current);
          search(text);
        }
      }}
      icon={<IconSearch size={18} aria-hidden="true" />}
      trailing={
        text === '' ? undefined : (
          <IconButton
            label={t('common.clearSearch')}
            icon={<IconX size={16} />}
            onClick={() => {
              change('');
              // The button goes with the text: whoever pressed it writes another one.
              field.current?.focus();
            }}
          />
        )
      }
    />
  );
}
