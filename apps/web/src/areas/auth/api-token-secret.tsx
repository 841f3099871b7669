import { IconCopy } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The text of a new token, shown this once; it lives only in this component's caller and is gone with it. */
export function ApiTokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    showToast(t('common.copied'));
  };
  return (
    <Card title={t('apiTokens.newTitle')}>
      <Banner tone="warn" role="status">
        {t('apiTokens.newHint')}
      </Banner>
      <p className="settings__secret">{secret}</p>
      <p className="hint">{t('apiTokens.usage')}</p>
      <div className="row">
        <Button icon={<IconCopy size={18} />} onClick={() => void copy()}>
          {t('apiTokens.copy')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('apiTokens.kept')}
        </Button>
      </div>
    </Card>
  );
}
