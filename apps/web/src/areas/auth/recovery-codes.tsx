import { IconCopy } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { copyAndTell } from '../../ui/copy-and-tell.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** Recovery codes, shown this once; they live only in this component's caller and are gone with it. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Arrival>
      <Card title={t('settings.secondFactor.recoveryTitle')}>
        <Banner tone="warn" role="status">
          {t('settings.secondFactor.recoveryHint')}
        </Banner>
        <ul className="settings__codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row">
          <Button icon={<IconCopy size={18} />} onClick={() => void copyAndTell(codes.join('\n'))}>
            {t('settings.secondFactor.recoveryCopy')}
          </Button>
          <Button kind="primary" onClick={onDone}>
            {t('settings.secondFactor.recoveryDone')}
          </Button>
        </div>
      </Card>
    </Arrival>
  );
}
