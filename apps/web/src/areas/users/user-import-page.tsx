import type { CallAnswer } from '@depotwerk/api/call';
import {
  importUsers,
  type PersonChange,
  type previewUserImport as previewCall,
  previewUserImport,
  type UserImport,
} from '@depotwerk/api/users/user-imports';
import type { LineFate } from '@depotwerk/domain/imports/line-fates';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { personFieldNames, personFields } from '@depotwerk/domain/users/person-fields';
import { userFields } from '@depotwerk/domain/users/user-fields';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { listKey } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { base64Of } from '../../platform/upload-check.ts';
import { said, t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { FileChooser } from '../imports/public/file-chooser.tsx';
import { FateChoice, LineTable } from '../imports/public/line-fates.tsx';
import { refusalText } from '../imports/public/refusal-text.ts';
import { TableBox } from '../imports/public/table-box.tsx';
import { TakeButton } from '../imports/public/take-button.tsx';
import '../imports/public/imports.css';
import './public/permission-checks.css';
import { TableHead } from '../../ui/table-head.tsx';

type Preview = CallAnswer<typeof previewCall>;
interface SentFile {
  readonly fileName: string;
  readonly contentBase64: string;
}

/** `/user-management/users/import`: people from a file, looked at first, then taken. */
export function UserImportPage() {
  const client = useQueryClient();
  const [file, setFile] = useState<SentFile | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [taken, setTaken] = useState<UserImport | null>(null);
  const [isInviting, setInviting] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // What was looked at is what is taken: the answer for a file that is chosen no longer is not shown.
  const choice = useRef(0);
  const forget = () => {
    choice.current += 1;
    setPreview(null);
    setTaken(null);
    setFailure(null);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(refusalText(error, t('userManagement.import.tooLarge')));
    } finally {
      setBusy(false);
    }
  };
  const look = (chosen: File) =>
    run(async () => {
      forget();
      const asked = choice.current;
      if (chosen.size > largestFileBytes) {
        setFailure(t('userManagement.import.tooLarge'));
        return;
      }
      const content = base64Of(new Uint8Array(await chosen.arrayBuffer()));
      const sent = { fileName: chosen.name, contentBase64: content };
      const read = await callApi(previewUserImport, { body: sent });
      if (choice.current !== asked) return;
      setPreview(read);
      setFile(sent);
    });
  const take = (sent: SentFile) =>
    run(async () => {
      setTaken(await callApi(importUsers, { body: { ...sent, isInviting } }));
      setPreview(null);
      await client.invalidateQueries({ queryKey: listKey('users') });
      await client.invalidateQueries({ queryKey: ['setup'] });
    });
  const shown = taken ?? preview;
  const writable = preview?.lines.filter(({ fate }) => fate === 'new' || fate === 'changed').length ?? 0;
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[
          <Link key="list" to="/user-management/users" search={{}}>
            {t('userManagement.users')}
          </Link>,
          <span key="import">{t('userManagement.import.title')}</span>,
        ]}
        title={t('userManagement.import.title')}
        subtitle={t('userManagement.import.subtitle')}
      />
      <Card title={t('userManagement.import.newImport')}>
        <FileChooser
          label={t('userManagement.import.file')}
          hint={t('userManagement.import.hint', {
            columns: personFieldNames.map((name) => personFields[name][0]).join(', '),
          })}
          accept=".csv,.txt,.tsv,.xlsx"
          isBusy={isBusy}
          onChoose={forget}
          onSend={(chosen) => void look(chosen)}
        />
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {failure}
          </Banner>
        )}
      </Card>
      {shown === null ? null : (
        <Card title={t(taken ? 'userManagement.import.taken' : 'userManagement.import.preview')}>
          {taken ? (
            <Banner tone="ok" role="status">
              {t('userManagement.import.done')}
            </Banner>
          ) : null}
          {shown.notes.length === 0 ? null : <p className="hint">{shown.notes.map(said).join(' ')}</p>}
          {shown.ignoredColumns.length === 0 ? null : (
            <Banner tone="info">
              {t('userManagement.import.ignored', { columns: shown.ignoredColumns.join(', ') })}
            </Banner>
          )}
          <Lines key={taken ? 'taken' : 'preview'} lines={shown.lines} />
          {preview && file ? (
            <div className="imports__chooser">
              {writable === 0 ? null : (
                <Switch
                  label={t('userManagement.import.invite')}
                  isChecked={isInviting}
                  onChange={setInviting}
                />
              )}
              <TakeButton
                label={t('fundDataImport.commit')}
                count={writable}
                unchangedCount={preview.lines.filter(({ fate }) => fate === 'unchanged').length}
                isBusy={isBusy}
                onTake={() => void take(file)}
              />
            </div>
          ) : null}
        </Card>
      )}
      {taken ? <Links lines={taken.lines} /> : null}
    </div>
  );
}

function Lines({ lines }: { lines: Preview['lines'] }) {
  const countOf = (fate: LineFate) => lines.filter((line) => line.fate === fate).length;
  const counts = {
    new: countOf('new'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
  };
  const first = (['refused', 'new', 'changed', 'unchanged'] as const).find((fate) => counts[fate] > 0);
  const [fate, setFate] = useState<LineFate>(first ?? 'new');
  return (
    <>
      <FateChoice counts={counts} value={fate} onChange={setFate} />
      <LineTable
        lines={lines
          .filter((line) => line.fate === fate)
          .map(({ line, userName, reason, changes }) => ({
            line,
            subject: userName || '–',
            fate,
            reason: reason ?? (changes ? changes.map(changeText).join('; ') : null),
          }))}
      />
    </>
  );
}

/** A field with what it was and what it will be; groups are only added. */
const changeText = ({ field, before, after }: PersonChange): string => {
  const label = said(personFields[field][0]);
  if (field === 'groupNames') return t('userManagement.import.addedGroups', { label, after });
  return t('userManagement.import.change', { label, before: before || '–', after });
};

/** The invitations no mail could take: shown this once, to be handed over. */
function Links({ lines }: { lines: UserImport['lines'] }) {
  const open = lines.filter(({ link }) => link !== null);
  if (open.length === 0) return null;
  return (
    <Card title={t('userManagement.invitation.title')}>
      <Banner tone="warn">{t('userManagement.import.linksOnce')}</Banner>
      <TableBox label={t('userManagement.invitation.title')}>
        <TableHead columns={[said(labelOf(userFields, 'userName')), t('userManagement.import.link')]} />
        <tbody>
          {open.map(({ line, userName, link }) => (
            <tr key={line}>
              <th scope="row">{userName}</th>
              <td>
                <div className="link-once">{link}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </Card>
  );
}
