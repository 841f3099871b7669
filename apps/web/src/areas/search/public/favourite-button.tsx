import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { showApiError } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { keysSaid } from '../../../ui/keys-said.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { changeFavourite, type Favourable, useFavourites, useHasFavourites } from './shortcuts.ts';

interface FavouriteButtonProps {
  readonly of: Favourable;
  /** What it is called, for the message and whoever hears the button; `isNamed` = with its text beside the star. */
  readonly name: string;
  readonly isNamed?: boolean;
}

/** Makes what a page shows a favourite of the search, or no longer. Not there for whoever looks with the rights of another. */
export function FavouriteButton({ of, name, isNamed = false }: FavouriteButtonProps) {
  const isHers = useHasFavourites();
  const favourites = useFavourites();
  const { isBusy, act } = useAction();
  if (!isHers || !favourites.data) return null;
  const isFavourite = favourites.data.some(({ type, id }) => type === of.type && id === of.id);
  const change = () =>
    act(async () => {
      await changeFavourite(of, !isFavourite);
      showToast(keysSaid(t(isFavourite ? 'favourites.removed' : 'favourites.added', { name })));
    }, showApiError);
  const icon = isFavourite ? (
    <IconStarFilled size={18} aria-hidden="true" />
  ) : (
    <IconStar size={18} aria-hidden="true" />
  );
  const label = t(isFavourite ? 'favourites.remove' : 'favourites.add');
  if (!isNamed) return <IconButton label={label} icon={icon} onClick={() => void (isBusy || change())} />;
  return (
    <Button
      kind="quiet"
      size="small"
      icon={icon}
      isBusy={isBusy}
      aria-label={t(isFavourite ? 'favourites.removeNamed' : 'favourites.addNamed', { name })}
      onClick={() => void change()}
    >
      {label}
    </Button>
  );
}
