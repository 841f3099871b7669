import { publishTerms } from '@depotwerk/api/white-label/terms';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { checkTerms, longestTerms, longestTermsVersion } from '@depotwerk/domain/white-label/check-terms';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { serverIssues } from '../../forms/server-issues.ts';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';
import { said, t } from '../../texts/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';

interface PublishTermsDialogProps {
  appearanceId: string;
  /** The text that counts today, to go on from. */
  before: string;
  onClose: () => void;
  onPublished: () => Promise<void>;
}

/** A new version of the terms: its name, its text, its first day, and whether people are asked again. */
export function PublishTermsDialog({ appearanceId, before, onClose, onPublished }: PublishTermsDialogProps) {
  const [version, setVersion] = useState('');
  const [content, setContent] = useState(before);
  const [validFrom, setValidFrom] = useState<string | null>(null);
  const [asksAgain, setAsksAgain] = useState(false);
  const [dayFault, setDayFault] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  /** A name the server refused: another one is not blamed for it. */
  const [taken, setTaken] = useState<string | null>(null);
  const { isBusy, failure, act } = useAction();
  const draft = { version, validFrom, asksAgain, content };
  const issues = [
    ...checkTerms(draft, today()),
    ...(taken === version ? [{ path: 'version', code: 'nameExists' } as const] : []),
  ];
  const errorOf = (path: string) => {
    const issue = isTried ? issues.find((one) => one.path === path) : undefined;
    return issue ? said(fieldIssueText(issue)) : null;
  };
  const submit = async () => {
    setTried(true);
    if (issues.length > 0 || dayFault !== null) return;
    await act(
      async () => {
        await callApi(publishTerms, { params: { id: appearanceId }, body: draft });
        await onPublished();
      },
      (error) => {
        if (serverIssues(error).some(({ path, code }) => path === 'version' && code === 'nameExists'))
          setTaken(version);
      },
    );
  };
  return (
    <AskDialog
      size="large"
      // A click beside it would lose a text of many pages.
      isStatic={version !== '' || content !== before}
      title={t('appearance.terms.new')}
      submit={t('appearance.terms.publish')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('appearance.terms.version')}
        hint={[
          t('appearance.terms.versionHint'),
          t('appearance.terms.linked', { version: prospectTermsVersion }),
        ].join(' ')}
        isRequired
        autoComplete="off"
        maxLength={longestTermsVersion}
        value={version}
        error={errorOf('version')}
        onChange={setVersion}
      />
      <DateField
        label={t('appearance.terms.validFrom')}
        hint={t('appearance.terms.validFromHint')}
        min={today()}
        value={validFrom}
        error={errorOf('validFrom')}
        onFault={setDayFault}
        onChange={setValidFrom}
      />
      <TextArea
        label={t('appearance.terms.content')}
        hint={t('appearance.terms.contentHint')}
        isRequired
        rows={14}
        maxLength={longestTerms}
        value={content}
        error={errorOf('content')}
        onChange={setContent}
      />
      <Checkbox label={t('appearance.terms.asksAgain')} isChecked={asksAgain} onChange={setAsksAgain} />
      <p className="hint">{t('appearance.terms.forGood')}</p>
    </AskDialog>
  );
}
