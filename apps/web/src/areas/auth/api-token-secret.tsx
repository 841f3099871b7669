import { IconCopy } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { copyAndTell } from '../../ui/copy-and-tell.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** The text of a new token, shown this once; it lives only in this component's caller and is gone with it. */
export function ApiTokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Card title={t('apiTokens.newTitle')}>
      <Banner tone="warn" role="status">
        {t('apiTokens.newHint')}
      </Banner>
      <p className="settings__secret">{secret}</p>
      <p className="hint">{t('apiTokens.usage')}</p>
      <div className="row">
        <Button icon={<IconCopy size={18} />} onClick={() => void copyAndTell(secret)}>
          {t('apiTokens.copy')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('apiTokens.kept')}
        </Button>
      </div>
    </Card>
  );
}
