import { useTheme } from '../platform/theme.ts';
import { useWhiteLabel } from '../platform/white-label.ts';
import './brand.css';

/** Logo and name of the product as the white label gives them. */
export function Brand() {
  const isDark = useTheme((state) => state.isDark);
  const { applicationTitle, logo, logoDark } = useWhiteLabel();
  const image = (isDark ? (logoDark ?? logo) : logo) ?? undefined;
  return (
    <span className="brand">
      {image ? <img src={image} alt="" className="brand__logo" height={24} /> : <BrandMark />}
      <span className="brand__name">{applicationTitle}</span>
    </span>
  );
}

function BrandMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" className="brand__mark">
      <rect width="32" height="32" rx="8" />
      <path d="M7 21l6-7 5 4 7-9" fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
