import { formatInstantDay } from '@depotwerk/domain/date-de';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The link that opens the analysis again, to be kept. */
export function ResumeLink({ guid, expiresAt }: { guid: string; expiresAt: string }) {
  const [isCopied, setCopied] = useState(false);
  const link = `${window.location.origin}/depotanalysis#${guid}`;
  return (
    <details className="analysis__resume">
      <summary>{t('analysis.resume.title', { day: formatInstantDay(expiresAt) })}</summary>
      <div className="analysis__resume-line">
        <TextField
          label={t('analysis.resume.link')}
          hint={t('analysis.resume.hint')}
          value={link}
          readOnly
          onChange={() => {}}
          onFocus={(event) => event.target.select()}
        />
        <Button
          onClick={() => {
            void navigator.clipboard.writeText(link).then(() => setCopied(true));
          }}
        >
          {t('analysis.resume.copy')}
        </Button>
        <span role="status" className="hint">
          {isCopied ? t('analysis.resume.copied') : ''}
        </span>
      </div>
    </details>
  );
}
