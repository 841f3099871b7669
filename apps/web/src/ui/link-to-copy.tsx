import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import './link-to-copy.css';

/** A link to be kept or passed on: shown in full, selected when entered, copied by a button. */
export function LinkToCopy({ link, label, hint }: { link: string; label: string; hint: string }) {
  const [copied, setCopied] = useState<string | null>(null);
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
          void navigator.clipboard.writeText(link).then(() => setCopied(link));
        }}
      >
        {t('common.copyLink')}
      </Button>
      <span role="status" className="hint">
        {copied === link ? t('common.linkCopied') : ''}
      </span>
    </div>
  );
}
