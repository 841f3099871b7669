import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { TextField } from './text-field.tsx';
import './link-to-copy.css';

/** A link to be kept or passed on: shown in full, selected when entered, copied by a button. */
export function LinkToCopy({ link, label, hint }: { link: string; label: string; hint: string }) {
  const [copied, setCopied] = useState<{ link: string; isDone: boolean } | null>(null);
  return (
    <div className="ui-link-to-copy">
      <TextField
        label={label}
        hint={hint}
        value={link}
        readOnly
        onChange={() => {}}
        onFocus={(event) => event.target.select()}
      />
      <Button
        onClick={() => {
          void copyText(link).then((isDone) => setCopied({ link, isDone }));
        }}
      >
        {t('common.copyLink')}
      </Button>
      <span role="status" className="hint">
        {copied?.link === link ? t(copied.isDone ? 'common.linkCopied' : 'common.copyByHand') : ''}
      </span>
    </div>
  );
}
