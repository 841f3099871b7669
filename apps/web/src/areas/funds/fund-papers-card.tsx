import type { FundDocumentType } from '@depotwerk/api/documents/fund-documents';
import { fundDocumentTypes } from '@depotwerk/api/documents/fund-documents';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useRef, useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { readAnew } from '../../platform/read-anew.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel, type LabelTone } from '../../ui/cells.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Card } from '../../ui/layout.tsx';
import { NewWindow } from '../../ui/new-window.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { TableBox } from '../imports/public/table-box.tsx';
import { fileFundDocument } from './file-fund-document.ts';
import { lookAtPaper, type Paper, type PaperFate, type PaperFund, withoutTwins } from './fund-papers.ts';
import { FundPick } from './public/fund-pick.tsx';

/** At once: what lies in a folder of a fund platform, not what would keep a browser busy for hours. */
const mostFiles = 500;

const tones: Record<PaperFate, LabelTone> = {
  asked: 'warn',
  new: 'ok',
  unchanged: 'neutral',
  refused: 'bad',
  failed: 'bad',
  filed: 'ok',
};

const isFileable = ({ fate, fund }: Paper) => (fate === 'new' || fate === 'failed') && fund !== null;

/** Key information and fact sheets of many funds at once: each file is looked at, then all are filed. */
export function FundPapersCard() {
  const [type, setType] = useState<FundDocumentType>('kiid');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [papers, setPapers] = useState<readonly Paper[]>([]);
  const [done, setDone] = useState(0);
  /** How many are looked at or filed in this turn: those that fail stay to be filed. */
  const [total, setTotal] = useState(0);
  const [busy, setBusy] = useState<'look' | 'file' | null>(null);
  /** What an earlier choice is still looked at for is nobody's answer any more. */
  const round = useRef(0);

  const look = async (chosen: readonly File[], of: FundDocumentType) => {
    round.current += 1;
    const mine = round.current;
    setPapers([]);
    setDone(0);
    if (chosen.length === 0 || chosen.length > mostFiles) return;
    setTotal(chosen.length);
    setBusy('look');
    const found: Paper[] = [];
    for (const [key, file] of chosen.entries()) {
      // One after another: ten megabytes each are not read all at once.
      // oxlint-disable-next-line no-await-in-loop -- see above
      found.push(await lookAtPaper(key, file, of, null));
      if (round.current !== mine) return;
      setDone(found.length);
    }
    setPapers(withoutTwins(found));
    setBusy(null);
  };
  /** Looks again, at the fund that was chosen or at one that is there by now. */
  const assign = async (paper: Paper, fund: PaperFund | null) => {
    const mine = round.current;
    const seen = await lookAtPaper(paper.key, paper.file, type, fund);
    if (round.current !== mine) return;
    setPapers((before) => withoutTwins(before.map((each) => (each.key === paper.key ? seen : each))));
  };
  const file = async () => {
    const mine = papers.filter(isFileable);
    setTotal(mine.length);
    setBusy('file');
    setDone(0);
    for (const paper of mine) {
      // oxlint-disable-next-line no-await-in-loop -- each may be ten megabytes
      const [fate, remark] = await filed(paper, type);
      setPapers((before) =>
        before.map((each) => (each.key === paper.key ? { ...each, fate, remark } : each)),
      );
      setDone((count) => count + 1);
    }
    setBusy(null);
    await readAnew('funds', 'fund', 'dataQuality', 'setup');
  };
  const fileable = papers.filter(isFileable).length;
  return (
    <Card title={t('fundPapers.title')}>
      <div className="imports__chooser">
        <SegmentedControl
          label={t('documents.documentType')}
          value={type}
          isDisabled={busy === 'file'}
          options={fundDocumentTypes.map((value) => ({ value, label: t(`documents.type.${value}`) }))}
          onChange={(value) => {
            setType(value);
            void look(files, value);
          }}
        />
        <Field
          label={t('fundPapers.files')}
          hint={t('fundPapers.hint')}
          error={files.length > mostFiles ? t('fundPapers.tooMany', { most: formatNumber(mostFiles) }) : null}
        >
          {(attributes) => (
            <FileInput
              attributes={attributes}
              isDisabled={busy === 'file'}
              accept="application/pdf,.pdf"
              onChooseAll={(chosen) => {
                setFiles(chosen);
                void look(chosen, type);
              }}
            />
          )}
        </Field>
        <p role="status" className="hint">
          {busy === null
            ? ''
            : t(busy === 'look' ? 'fundPapers.looking' : 'fundPapers.filing', {
                done: formatNumber(done),
                of: formatNumber(total),
              })}
        </p>
      </div>
      {papers.length === 0 ? null : (
        <>
          <PaperTable
            papers={papers}
            isBusy={busy !== null}
            onAssign={(paper, fund) => void assign(paper, fund)}
          />
          {fileable > 0 ? (
            <Button kind="primary" isBusy={busy === 'file'} onClick={() => void file()}>
              {t('fundPapers.file', { count: fileable, number: formatNumber(fileable) })}
            </Button>
          ) : null}
        </>
      )}
    </Card>
  );
}

async function filed({ file, fund }: Paper, type: FundDocumentType): Promise<[PaperFate, string | null]> {
  try {
    if (fund !== null)
      await fileFundDocument(fund, type, {
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      });
    return ['filed', null];
  } catch (error) {
    return ['failed', errorMessageOf(error)];
  }
}

function PaperTable({
  papers,
  isBusy,
  onAssign,
}: {
  papers: readonly Paper[];
  isBusy: boolean;
  onAssign: (paper: Paper, fund: PaperFund | null) => void;
}) {
  return (
    <TableBox label={t('fundPapers.files')} isStacked>
      <TableHead columns={[t('imports.history.file'), t('dataQuality.columns.name')]} />
      <tbody>
        {papers.map((paper) => (
          <tr key={paper.key}>
            <th scope="row" className="imports__reason">
              <span>{paper.file.name}</span>{' '}
              <ColourLabel tone={tones[paper.fate]}>{t(`fundPapers.fates.${paper.fate}`)}</ColourLabel>
            </th>
            <td className="imports__choice">
              {paper.fund !== null ? <p>{`${paper.fund.name} (${paper.fund.isin})`}</p> : null}
              {paper.remark === null ? null : <p className="hint">{paper.remark}</p>}
              {paper.fate === 'asked' && paper.unknownIsin !== null && !isBusy ? (
                <p className="row">
                  {/* In a page of its own: what was chosen here would be gone. */}
                  <a href="/admin/funds?open=new" target="_blank" rel="noopener">
                    {t('bookImports.createFund')}
                    <NewWindow />
                  </a>
                  <Button size="small" onClick={() => onAssign(paper, null)}>
                    {t('fundPapers.again', { isin: paper.unknownIsin })}
                  </Button>
                </p>
              ) : null}
              {paper.fate === 'asked' && !isBusy ? (
                <FundPick
                  label={t('fundPapers.fundOf', { file: paper.file.name })}
                  value={null}
                  onChange={(fund) => {
                    if (fund) onAssign(paper, fund);
                  }}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
