import { type ComponentProps, useState } from 'react';
import { t } from '../texts/texts.ts';

/** Names of what is chosen, as the browser itself would say them. */
const namesOf = (files: FileList | null): string => Array.from(files ?? [], ({ name }) => name).join(', ');

/**
 * The browser's own field for a file, drawn by us: what it would say itself is in the language of the browser, which need not be
 * that of the page. It lies over its picture, so that keyboard, screen reader, click and drop stay its own.
 */
export function FileInput({ onChange, className, ...attributes }: Omit<ComponentProps<'input'>, 'type'>) {
  const [names, setNames] = useState('');
  return (
    <span className="ui-input ui-file">
      <span className="ui-file__button" aria-hidden="true">
        {t('common.chooseFile')}
      </span>
      <span className="ui-file__name" aria-hidden="true">
        {names === '' ? t('common.noFile') : names}
      </span>
      <input
        {...attributes}
        type="file"
        className={className === undefined ? 'ui-file__input' : `ui-file__input ${className}`}
        onChange={(event) => {
          setNames(namesOf(event.target.files));
          onChange?.(event);
        }}
      />
    </span>
  );
}
