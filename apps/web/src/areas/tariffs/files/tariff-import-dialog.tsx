import {
  largestTariffFileBytes,
  type MissingReference,
  type TariffFilePreview,
} from '@depotwerk/api/tariffs/tariff-files';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, ErrorBanner } from '../../../ui/feedback.tsx';
import { FactList } from '../../../ui/layout.tsx';
import { NewWindow } from '../../../ui/new-window.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import './tariff-files.css';
import { FileChooser } from '../../imports/public/file-chooser.tsx';
import '../../imports/public/imports.css';
import { reloadTariffs } from '../tariff-steps/tariff-queries.ts';
import { DifferenceCards } from '../versions/difference-cards.tsx';
import { contentOf, fingerprintText, importFile, previewFile } from './tariff-file-queries.ts';

interface ReadFile {
  content: string;
  preview: TariffFilePreview;
}

/** A signed file, what it would do, and the import as a draft. */
export function TariffImportDialog({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<ReadFile | null>(null);
  const { isBusy, failure, act, forget: forgetFailure } = useAction();
  const navigate = useNavigate();
  // What was looked at is what is taken: the answer for a file that is chosen no longer is not shown.
  const choice = useRef(0);
  const forget = () => {
    choice.current += 1;
    setRead(null);
    forgetFailure();
  };
  const look = (file: File) =>
    act(async () => {
      forget();
      const asked = choice.current;
      const content = await contentOf(file);
      const preview = await previewFile(content);
      if (choice.current === asked) setRead({ content, preview });
    });
  const take = ({ content, preview }: ReadFile) =>
    act(async () => {
      const { tariffId, isUnchanged, versionNumber } = await importFile(content, preview.previewMark);
      showToast(
        t(isUnchanged ? 'tariffFiles.unchangedDone' : 'tariffFiles.done', {
          name: preview.tariff.name,
          number: versionNumber,
        }),
      );
      reloadTariffs();
      await navigate({
        to: '/admin/tariffs/$tariffId/$step',
        params: { tariffId, step: 'summary' },
        search: {},
      });
    });
  return (
    <Dialog
      title={t('tariffFiles.importTitle')}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy && read !== null}
            disabled={read === null || !mayTake(read.preview)}
            onClick={() => read && void take(read)}
          >
            {t('tariffFiles.take')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <FileChooser
          label={t('tariffFiles.file')}
          hint={t('tariffFiles.fileHint')}
          accept=".json,application/json"
          isBusy={isBusy && read === null}
          largest={{ bytes: largestTariffFileBytes, text: t('tariffFiles.tooLarge') }}
          onChoose={forget}
          onSend={(file) => void look(file)}
        />
        <ErrorBanner error={failure} />
        {read === null ? null : <Preview preview={read.preview} />}
      </div>
    </Dialog>
  );
}

const mayTake = ({ signature, missing, effect }: TariffFilePreview): boolean =>
  signature.trustedAs !== null &&
  effect !== 'waiting' &&
  effect !== 'unchanged' &&
  !missing.some(({ isNeeded }) => isNeeded);

function Preview({ preview }: { preview: TariffFilePreview }) {
  const { signature, tariff, effect, comparedVersion, missing, components } = preview;
  return (
    <section className="stack" aria-label={t('tariffFiles.preview')}>
      <Banner tone={signature.trustedAs === null ? 'bad' : 'ok'} title={signatureTitle(signature)}>
        {t('tariffFiles.signedBy', { house: signature.houseName, date: formatDateTime(signature.signedAt) })}{' '}
        {t('tariffFiles.fingerprintIs')} <code>{fingerprintText(signature.fingerprint)}</code>
        {signature.trustedAs === null ? ` ${t('tariffFiles.notTrustedHint')}` : ''}
      </Banner>
      <FactList
        facts={[
          { key: 'name', label: t('tariffWizard.fields.name'), value: tariff.name },
          { key: 'key', label: t('tariffWizard.fields.key'), value: tariff.key },
          {
            key: 'from',
            label: t('tariffFiles.source'),
            value: `${t('tariffVersions.version', { number: tariff.versionNumber })}, ${t(`tariffVersions.states.${tariff.state}`)}`,
          },
        ]}
      />
      <Banner tone={effect === 'waiting' ? 'warn' : 'info'}>
        {t(`tariffFiles.effects.${effect}`, { number: comparedVersion ?? 0 })}
      </Banner>
      <Missing missing={missing} />
      {components.length === 0 || effect === 'unchanged' ? null : (
        <div>
          <h3>{t('tariffFiles.components')}</h3>
          <ul className="tariff-files__list">
            {components.map(({ kind, name, key, isReused }) => (
              <li key={kind}>
                {name} ({key}){' '}
                <ColourLabel tone={isReused ? 'ok' : 'neutral'}>
                  {t(isReused ? 'tariffFiles.reused' : 'tariffFiles.created')}
                </ColourLabel>
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview.differences.length + preview.matrices.length === 0 ? null : (
        <DifferenceCards
          comparison={preview}
          before={t('tariffFiles.here', { number: comparedVersion ?? 0 })}
          after={t('tariffFiles.inFile')}
        />
      )}
    </section>
  );
}

function signatureTitle({ isOwn, trustedAs }: TariffFilePreview['signature']): string {
  if (isOwn) return t('tariffFiles.ownKey');
  return trustedAs === null ? t('tariffFiles.notTrusted') : t('tariffFiles.trustedAs', { name: trustedAs });
}

const places = {
  fund: '/admin/funds',
  peergroup: '/admin/peergroups',
  issuer: '/admin/issuers',
  insurer: '/admin/insurers',
  costModel: '/admin/cost-models',
} as const;

/** What the file names and is not here, each kind with the list where it is made. */
function Missing({ missing }: { missing: readonly MissingReference[] }) {
  const kinds = [...new Set(missing.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ofKind = missing.filter((each) => each.kind === kind);
    return (
      <Banner
        key={kind}
        tone={ofKind.some(({ isNeeded }) => isNeeded) ? 'warn' : 'info'}
        title={t(`tariffFiles.missing.${kind}`)}
      >
        {/* Before the list, which may name hundreds. */}
        <Link to={places[kind]} target="_blank">
          {t(`tariffFiles.mend.${kind}`)}
          <NewWindow />
        </Link>
        <ul className="tariff-files__list">
          {ofKind.map(({ mark, name, isInactive }) => (
            <li key={mark}>
              {mark === name ? name : `${name} (${mark})`}
              {isInactive ? ` – ${t('common.inactive')}` : ''}
            </li>
          ))}
        </ul>
      </Banner>
    );
  });
}
