import { formatNumber } from '@depotwerk/domain/number-text';
import { useId, useState } from 'react';
import { t } from '../texts/texts.ts';
import type { ControlAttributes } from './field.tsx';
import './field.css';

/**
 * Chooses one file, or several where `onChooseAll` takes them. The browser's own control says its words in the language of the browser, not of the house: it lies
 * unseen over ours, so that clicking, dropping a file, keyboard and label stay the browser's.
 */
export function FileInput({
  attributes,
  accept,
  nothingChosen = t('common.noFile'),
  onChoose,
  onChooseAll,
  isDisabled = false,
}: {
  attributes: ControlAttributes;
  /** Endings and types the browser offers. */
  accept: string;
  /** What stands beside the button until a file is chosen. */
  nothingChosen?: string;
  onChoose?: (file: File) => void;
  onChooseAll?: (files: readonly File[]) => void;
  isDisabled?: boolean;
}) {
  const [name, setName] = useState<string | null>(null);
  const nameId = useId();
  return (
    <span className="ui-file">
      <span className="ui-input ui-file__face" aria-hidden="true">
        <span className="ui-file__button">{t('common.chooseFile')}</span>
        <span id={nameId} className="ui-file__name">
          {name ?? nothingChosen}
        </span>
      </span>
      <input
        {...attributes}
        type="file"
        className="ui-file__input"
        accept={accept}
        disabled={isDisabled}
        multiple={onChooseAll !== undefined}
        aria-describedby={[attributes['aria-describedby'], nameId].filter(Boolean).join(' ')}
        // The same file, mended meanwhile, is a new choice.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          const [file] = files;
          if (!file) return;
          setName(
            files.length === 1
              ? file.name
              : t('common.filesChosen', { count: files.length, number: formatNumber(files.length) }),
          );
          onChoose?.(file);
          onChooseAll?.(files);
        }}
      />
    </span>
  );
}
