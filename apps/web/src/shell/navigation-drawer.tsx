import { useWhiteLabel } from '../platform/white-label.ts';
import { Drawer } from '../ui/drawer.tsx';
import { LegalLinks } from './legal-links.tsx';
import { NavigationList } from './navigation-list.tsx';

/** The navigation on the phone. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const { applicationTitle } = useWhiteLabel();
  return (
    <Drawer label={applicationTitle} isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <NavigationList onNavigate={onClose} />
      <LegalLinks />
    </Drawer>
  );
}
